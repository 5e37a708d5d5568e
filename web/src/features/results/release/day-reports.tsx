import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { type DayReport, dayReports, mostPrinted, printReports } from '#contract/papers.ts'
import { call } from '../../../api/client.ts'
import { useSeveralSites } from '../../../api/use-names-site.ts'
import { dayOf } from '../../../lib/times.ts'
import { FilterBar, Words } from '../../../screen/filter-bar.tsx'
import { List } from '../../../screen/list.tsx'
import { Screen } from '../../../screen/screen.tsx'
import { useFilters } from '../../../screen/use-filters.ts'
import { useList } from '../../../screen/use-list.ts'
import { usePdf } from '../../../screen/use-pdf.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { DateField } from '../../../ui/date-field.tsx'
import { PrinterIcon } from '../../../ui/icons.tsx'
import { KeyButton } from '../../../ui/key-button.tsx'
import { Notice, Reference } from '../../../ui/notice.tsx'
import { useChosen } from '../../../ui/use-chosen.ts'
import { useNow } from '../../../ui/use-now.ts'
import { When } from '../../../ui/when.tsx'
import { standing } from '../report/report-words.ts'
import { releaseAddress } from './release-views.ts'

/** The reports of a day, to print several together, for example for a ward round. A page lists as many as one print may have. */
export function DayReports({ zone, switcher }: { zone: string; switcher: ReactNode }) {
  const today = dayOf(useNow(), zone)
  const filters = useFilters(releaseAddress, ['view'])
  const { day = today } = filters.search
  const { search } = filters.words
  const list = useList(dayReports, { query: { day, search, limit: mostPrinted } }, { staleTime: 5_000 })
  const { rows } = list
  const chosen = useChosen()
  const going = rows.filter(({ visitId }) => chosen.has(visitId)).map(({ visitId }) => visitId)
  const printable = rows.filter(({ unpaid }) => !unpaid)
  const unprinted = printable.filter(({ printed }) => !printed)
  const print = usePdf(
    (visits: readonly string[]) => call(printReports, { query: { visits: visits.join(',') } }),
    'reports.pdf',
    { onDone: () => chosen.replace([]) },
  )
  return (
    <Screen
      title={t`Reports of a day`}
      action={
        rows.length > 0 && (
          <KeyButton
            shortcut="P"
            variant="primary"
            pending={print.isPending}
            pendingText={t`Fetching the PDF...`}
            whyNot={going.length > 0 ? null : t`Choose the reports to print.`}
            onPress={() => print.open(going)}
          >
            <PrinterIcon />
            {going.length > 0 ? t`Print ${going.length}` : t`Print`}
          </KeyButton>
        )
      }
    >
      {switcher}
      {print.error && (
        <Notice kind="error" role="alert" className="mb-4">
          <p>
            <strong>
              <Trans>Nothing was printed.</Trans>
            </strong>{' '}
            {print.error.message}
          </p>
          <Reference id={print.error.requestId} />
        </Notice>
      )}
      <FilterBar label={t`Reports of a day`} filters={filters}>
        <DateField
          name="day"
          label={t`Day of issue`}
          value={day}
          max={today}
          onChange={(chosenDay) => filters.set({ day: chosenDay === today ? undefined : chosenDay })}
        />
        <Words name="search" placeholder={t`Patient, reference, requester`} wide />
      </FilterBar>
      <List
        list={list}
        failure={t`The reports could not be loaded`}
        narrowed={filters.words.search !== undefined}
        empty={{
          title: t`No report was issued on this day`,
          about: t`A report is listed on the day on which its latest version was issued.`,
        }}
      >
        {() => (
          <>
            <div className="flex flex-wrap gap-2">
              <Button
                variant="plain"
                onClick={() =>
                  chosen.replace(going.length > 0 ? [] : printable.map(({ visitId }) => visitId))
                }
              >
                {going.length > 0 ? t`Choose none` : t`Choose all ${printable.length}`}
              </Button>
              {going.length === 0 && unprinted.length > 0 && unprinted.length < printable.length && (
                <Button
                  variant="plain"
                  onClick={() => chosen.replace(unprinted.map(({ visitId }) => visitId))}
                >
                  <Trans>Choose {unprinted.length} not printed yet</Trans>
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
      </List>
    </Screen>
  )
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
  const severalSites = useSeveralSites()
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-t py-3 [&>:first-child]:min-w-0 [&>:first-child]:flex-[1_1_320px]">
      <div>
        <label className="flex min-h-target cursor-pointer items-center gap-3 has-[:disabled]:cursor-default">
          <input
            type="checkbox"
            className="size-5.5 flex-none accent-vial"
            checked={chosen}
            disabled={report.unpaid}
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
          <Trans>
            <Link to="/reports/$visitId" params={{ visitId }} className="figures">
              {reference}
            </Link>
            , version {version}, issued <When at={issuedAt} zone={timeZone} />
          </Trans>
          {severalSites && ` · ${report.site}`}
          {requestedBy !== null && (
            <>
              {' · '}
              <Trans>
                requested by: <bdi>{requestedBy}</bdi>
              </Trans>
            </>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        {status !== 'final' && <Badge tone={standing[status].tone}>{standing[status].words}</Badge>}
        {report.unpaid && (
          <Badge tone="warning">
            <Trans>Not paid</Trans>
          </Badge>
        )}
        {report.printed && (
          <Badge tone="quiet">
            <Trans>Printed</Trans>
          </Badge>
        )}
        {report.handedOver && (
          <Badge tone="ok">
            <Trans>Handed over</Trans>
          </Badge>
        )}
      </div>
    </li>
  )
}
