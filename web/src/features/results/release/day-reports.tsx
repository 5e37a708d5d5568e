import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { type DayReport, dayReports, mostPrinted, printReports } from '#contract/papers.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { queryFor } from '../../../api/queries.ts'
import { dayOf } from '../../../lib/times.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { PrinterIcon } from '../../../ui/icons.tsx'
import { KeyButton } from '../../../ui/key-button.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'
import { openPdf } from '../../../ui/open-pdf.ts'
import { PageHeader } from '../../../ui/page.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useChosen } from '../../../ui/use-chosen.ts'
import { useKeyPages } from '../../../ui/use-key-pages.ts'
import { useNow } from '../../../ui/use-now.ts'
import { useSettled } from '../../../ui/use-settled.ts'
import { When } from '../../../ui/when.tsx'
import { refreshLab } from '../refresh-lab.ts'
import { standing } from '../report/report-words.ts'

/** The reports of a day, to print several together, for example for a ward round. A page lists as many as one print may have. */
export function DayReports({ zone, switcher }: { zone: string; switcher: ReactNode }) {
  const today = dayOf(useNow(), zone)
  const [day, setDay] = useState(today)
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const { cursor, pager } = useKeyPages(`${day} ${search}`)
  const list = useQuery({
    ...queryFor(dayReports, { query: { day, ...(search && { search }), limit: mostPrinted, cursor } }),
    placeholderData: keepPreviousData,
    staleTime: 5_000,
    enabled: day !== '',
  })
  const rows = list.data?.rows ?? []
  const chosen = useChosen()
  const going = rows.filter(({ visitId }) => chosen.has(visitId)).map(({ visitId }) => visitId)
  const unprinted = rows.filter(({ printed }) => !printed)
  const print = usePrint(() => chosen.replace([]))
  return (
    <>
      <PageHeader
        title="Reports of a day"
        action={
          rows.length > 0 && (
            <KeyButton
              shortcut="P"
              variant="primary"
              pending={print.isPending}
              pendingText="Fetching the PDF..."
              whyNot={going.length > 0 ? null : 'Choose the reports to print.'}
              onPress={() => print.mutate({ visits: going, tab: window.open('', '_blank') })}
            >
              <PrinterIcon />
              {going.length > 0 ? `Print ${going.length}` : 'Print'}
            </KeyButton>
          )
        }
      />
      {switcher}
      {print.error && (
        <Notice kind="error" role="alert" className="mb-4">
          <p>
            <strong>Nothing was printed.</strong> {print.error.message}
          </p>
          <Reference id={print.error.requestId} />
        </Notice>
      )}
      <search
        className="mb-4 flex max-w-160 flex-wrap items-start gap-x-4 gap-y-3 *:flex-[1_1_220px]"
        aria-label="Reports of a day"
      >
        <DateField name="day" label="Day of issue" value={day} max={today} onChange={setDay} />
        <TextField
          name="search"
          label="Search"
          type="search"
          placeholder="Patient, reference, requester"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      </search>
      {list.data ? (
        <div aria-busy={list.isPlaceholderData || undefined}>
          {rows.length === 0 ? (
            <EmptyState
              title="No report was issued on this day"
              about="A report is listed on the day on which its latest version was issued."
            />
          ) : (
            <>
              <div className="flex flex-wrap gap-2">
                <Button
                  variant="plain"
                  onClick={() => chosen.replace(going.length > 0 ? [] : rows.map(({ visitId }) => visitId))}
                >
                  {going.length > 0 ? 'Choose none' : `Choose all ${rows.length}`}
                </Button>
                {going.length === 0 && unprinted.length > 0 && unprinted.length < rows.length && (
                  <Button
                    variant="plain"
                    onClick={() => chosen.replace(unprinted.map(({ visitId }) => visitId))}
                  >
                    Choose {unprinted.length} not printed yet
                  </Button>
                )}
              </div>
              <ul className="list-none">
                {rows.map((report) => (
                  <Row
                    key={report.visitId}
                    report={report}
                    chosen={chosen.has(report.visitId)}
                    onChoose={(on) => chosen.choose(report.visitId, on)}
                  />
                ))}
              </ul>
            </>
          )}
          <Pager {...pager(list.data.nextCursor)} />
        </div>
      ) : list.error ? (
        <Notice kind="error" role="alert">
          <p>The reports could not be loaded. {list.error.message}</p>
          <Button variant="plain" onClick={() => void list.refetch()}>
            Try again
          </Button>
        </Notice>
      ) : (
        <SkeletonLines count={6} says="Loading the reports..." />
      )}
    </>
  )
}

function usePrint(done: () => void) {
  const queryClient = useQueryClient()
  return useMutation<void, ApiError, { visits: readonly string[]; tab: Window | null }>({
    mutationFn: ({ visits, tab }) =>
      openPdf(tab, 'reports.pdf', () => call(printReports, { query: { visits: visits.join(',') } })),
    onSuccess: done,
    onSettled: () => void refreshLab(queryClient),
  })
}

function Row({
  report,
  chosen,
  onChoose,
}: {
  report: DayReport
  chosen: boolean
  onChoose: (on: boolean) => void
}) {
  const { visitId, fullName, tests, reference, requestedBy, status, version, issuedAt, timeZone } = report
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t py-3 [&>:first-child]:min-w-0 [&>:first-child]:flex-[1_1_320px]">
      <div>
        <label className="flex min-h-target cursor-pointer items-center gap-3 has-[:disabled]:cursor-default">
          <input
            type="checkbox"
            className="size-5.5 flex-none accent-vial"
            checked={chosen}
            onChange={(event) => onChoose(event.currentTarget.checked)}
          />
          <span>
            <strong>
              <bdi>{fullName}</bdi>
            </strong>{' '}
            <span className="hint">{tests.join(', ')}</span>
          </span>
        </label>
        <p className="hint">
          <Link to="/reports/$visitId" params={{ visitId }} className="figures">
            {reference}
          </Link>
          , version {version}, issued <When at={issuedAt} zone={timeZone} />
          {requestedBy !== null && (
            <>
              , requested by: <bdi>{requestedBy}</bdi>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {status !== 'final' && <Badge tone={standing[status].tone}>{standing[status].words}</Badge>}
        {report.printed && <Badge tone="quiet">Printed</Badge>}
        {report.handedOver && <Badge tone="ok">Handed over</Badge>}
      </div>
    </li>
  )
}
