import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type Breakdown, listBreakdowns, readDowntime } from '#contract/instrument-breakdowns.ts'
import type { InstrumentDetail } from '#contract/instruments.ts'
import { queryFor } from '../../api/queries.ts'
import { sayNumber } from '../../lib/locale.ts'
import { sayMonth } from '../../lib/times.ts'
import { List } from '../../screen/list.tsx'
import { useList } from '../../screen/use-list.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { type Column, DataTable } from '../../ui/data-table.tsx'
import { When } from '../../ui/when.tsx'
import { BreakdownForm } from './breakdown-forms.tsx'
import { MeasuredTests } from './measured-tests.tsx'

/** The breakdowns of an analyser, and its hours out of use by month. */
export function BreakdownList({ instrument, zone }: { instrument: InstrumentDetail; zone: string }) {
  const list = useList(listBreakdowns, { params: { id: instrument.id }, query: { limit: 10 } })
  const [open, setOpen] = useState(false)
  const [shown, setShown] = useState<string | null>(null)
  return (
    <Card className="stack gap-4" aria-labelledby="breakdowns">
      <div className="row justify-between gap-3">
        <h2 id="breakdowns">
          <Trans>Breakdowns</Trans>
        </h2>
        <Button onClick={() => setOpen(true)}>
          {instrument.outOfUse ? t`Back in use` : t`Report a breakdown`}
        </Button>
      </div>
      <List
        list={list}
        caption={t`Breakdowns, latest report first`}
        columns={columnsAt(zone, setShown)}
        rowKey={({ id }) => id}
        empty={t`No breakdowns.`}
      />
      {list.rows.length > 0 && <Downtime id={instrument.id} />}
      {open && <BreakdownForm instrument={instrument} zone={zone} onClose={() => setOpen(false)} />}
      {shown !== null && (
        <MeasuredTests id={instrument.id} breakdown={shown} zone={zone} onClose={() => setShown(null)} />
      )}
    </Card>
  )
}

const columnsAt = (zone: string, show: (id: string) => void): readonly Column<Breakdown>[] => [
  {
    header: t`Out of use since`,
    cell: ({ startedAt, reportedBy }) => (
      <>
        <When at={startedAt} zone={zone} distance={false} />
        <small className="hint block">
          <Trans>reported by {reportedBy}</Trans>
        </small>
      </>
    ),
  },
  {
    header: t`Fault`,
    cell: ({ fault }) => <span className="wrap-anywhere whitespace-pre-wrap">{fault}</span>,
  },
  {
    header: t`Back in use since`,
    cell: ({ endedAt, endedBy }) =>
      endedAt === null ? (
        <Badge tone="danger">{t`Out of use`}</Badge>
      ) : (
        <>
          <When at={endedAt} zone={zone} distance={false} />
          <small className="hint block">{endedBy}</small>
        </>
      ),
  },
  {
    header: t`Repair and verification`,
    cell: ({ repair }) => (
      <span className="wrap-anywhere whitespace-pre-wrap">{repair === '' ? '–' : repair}</span>
    ),
  },
  {
    header: t`Saved results`,
    cell: ({ id, saved, released }) =>
      saved === 0 ? (
        '–'
      ) : (
        <>
          <Button variant="plain" onClick={() => show(id)}>
            {plural(saved, { one: '# result measured meanwhile', other: '# results measured meanwhile' })}
          </Button>
          {released > 0 && (
            <small className="hint block">
              {plural(released, { one: '# test released', other: '# tests released' })}
            </small>
          )}
        </>
      ),
  },
]

function Downtime({ id }: { id: string }) {
  const { data } = useQuery(queryFor(readDowntime, { params: { id } }))
  const months = data?.months.filter(({ hours, breakdowns }) => hours > 0 || breakdowns > 0) ?? []
  return (
    <section aria-labelledby="downtime">
      <h3 id="downtime" className="mb-2">
        <Trans>Hours out of use by month</Trans>
      </h3>
      <DataTable
        caption={t`Hours out of use in the last 12 months, latest first`}
        rows={months}
        rowKey={({ month }) => month}
        columns={monthColumns}
        empty={<p className="hint">{t`Not out of use in the last 12 months.`}</p>}
      />
    </section>
  )
}

type Month = ResponseOf<typeof readDowntime>['months'][number]

const monthColumns: readonly Column<Month>[] = [
  { header: t`Month`, cell: ({ month }) => sayMonth(`${month}-01`) },
  { header: t`Hours out of use`, align: 'end', cell: ({ hours }) => sayNumber(hours) },
  { header: t`New breakdowns`, align: 'end', cell: ({ breakdowns }) => breakdowns },
]
