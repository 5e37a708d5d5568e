import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Plan } from '#simulation/laboratory/plan.ts'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SkeletonLines } from '../../ui/skeleton.tsx'
import type { Changes } from './changes.ts'
import { HoursTable } from './hours-table.tsx'
import type { PlannerDay } from './planner-day.ts'
import { type Band, type Figure, type Played, playedSeeds } from './play-days.ts'
import { sayOutcome } from './say-changes.ts'
import type { Playing } from './use-planner-worker.ts'
import { WaitingChart } from './waiting-chart.tsx'

type Plans = { before: Plan; after: Plan }

type ResultsProps = {
  seen: PlannerDay['seen']
  plans: Plans
  before: Playing
  after: Playing
  /** Null when nothing is changed. */
  changes: Changes | null
  onReset: () => void
}

/** As it was beside as changed: in a sentence, in figures, over the day. */
export function Results({ seen, plans, before, after, changes, onReset }: ResultsProps) {
  const failed = [before, after].find((one) => one.failed)
  return (
    <section
      aria-labelledby="results-title"
      className="min-w-0 [&_h3]:mt-8 [&_h3]:mb-3 [&_h3]:text-l [&_p.hint]:mt-3"
    >
      <div className="row min-h-target justify-between gap-3 [&_h2]:text-xl">
        <h2 id="results-title">
          <Trans>Outcome</Trans>
        </h2>
        {changes && (
          <Button onClick={onReset}>
            <Trans>Reset changes</Trans>
          </Button>
        )}
      </div>
      {failed ? (
        <Notice kind="error" role="alert">
          <p>
            <Trans>The days could not be simulated in this browser.</Trans>
          </p>
          <p className="mt-3">
            <Button onClick={failed.again}>
              <Trans>Try again</Trans>
            </Button>
          </p>
        </Notice>
      ) : before.played && after.played ? (
        <Shown
          seen={seen}
          plans={plans}
          before={before.played}
          after={after.played}
          changes={changes}
          pending={before.pending || after.pending}
        />
      ) : (
        <SkeletonLines count={8} says={t`Simulating the days...`} />
      )}
    </section>
  )
}

type ShownProps = Pick<ResultsProps, 'seen' | 'plans' | 'changes'> & {
  before: Played
  after: Played
  pending: boolean
}

function Shown({ seen, plans, before, after, changes, pending }: ShownProps) {
  return (
    <div className={pending ? '[&_figure]:opacity-75 [&_table]:opacity-75' : undefined} aria-busy={pending}>
      <p className="mt-3 mb-5 font-600 text-l" role="status">
        {pending
          ? t`Simulating the days...`
          : changes
            ? sayOutcome(changes, before, after)
            : t`Mean wait ${Math.round(before.wait.median)} min. Change something to compare.`}
      </p>
      <Figures seen={seen} before={before} after={changes && after} />
      <p className="hint">
        <Trans>
          The median of {playedSeeds.length} simulated days, and the range of eight in ten of them. “Recorded”
          is what really happened.
        </Trans>
      </p>
      <h3>
        <Trans>Waiting over the day</Trans>
      </h3>
      <WaitingChart before={before} after={changes && after} plans={plans} />
      <HoursTable before={before} after={changes && after} plans={plans} />
    </div>
  )
}

type Row = { name: string; figure: Figure; noted: number | null; unit: 'min' | '%' | null }

const rowsOf = (seen: PlannerDay['seen']): Row[] => [
  { name: t`Mean wait`, figure: 'wait', noted: seen.meanWait, unit: 'min' },
  { name: t`Nine of ten wait less than`, figure: 'longWait', noted: seen.waitOfNineTenths, unit: 'min' },
  { name: t`Mean time to the result`, figure: 'turnaround', noted: seen.meanTurnaround, unit: 'min' },
  { name: t`Turned away`, figure: 'turnedAway', noted: null, unit: null },
  { name: t`Released the same day`, figure: 'released', noted: null, unit: null },
  { name: t`People at the chairs are busy`, figure: 'busy', noted: null, unit: '%' },
]

const number = ({ unit }: Row, value: number) => `${Math.round(unit === '%' ? value * 100 : value)}`
const withUnit = ({ unit }: Row, said: string) => (unit === null ? said : `${said} ${unit}`)

function Figures({
  seen,
  before,
  after,
}: {
  seen: PlannerDay['seen']
  before: Played
  after: Played | null
}) {
  const most = ({ figure }: Row) => Math.max(before[figure].high, after?.[figure].high ?? 0)
  return (
    <DataTable
      caption={t`As it was and as changed, as ranges over the simulated days`}
      rows={rowsOf(seen)}
      rowKey={(row) => row.figure}
      empty={null}
      columns={[
        { header: t`Figure`, cell: (row) => row.name },
        {
          header: t`Recorded`,
          align: 'end',
          cell: (row) => <span className="whitespace-nowrap">{sayNoted(row)}</span>,
        },
        {
          header: t`As it was`,
          align: 'end',
          cell: (row) => <BandCell row={row} band={before[row.figure]} most={most(row)} />,
        },
        ...(after
          ? [
              {
                header: t`As changed`,
                align: 'end' as const,
                cell: (row: Row) => <BandCell row={row} band={after[row.figure]} most={most(row)} strong />,
              },
            ]
          : []),
      ]}
    />
  )
}

const sayNoted = (row: Row) => (row.noted === null ? '–' : withUnit(row, number(row, row.noted)))
const sayRange = (low: string, high: string) => (low === high ? low : `${low}–${high}`)

/** The middle, the range in words, and the range drawn on the scale that both columns share. */
function BandCell({ row, band, most, strong }: { row: Row; band: Band; most: number; strong?: boolean }) {
  const at = (value: number) => (most > 0 ? (value / most) * 100 : 0)
  return (
    <span className="inline-grid grid-cols-[auto_auto] items-baseline justify-end gap-x-2 whitespace-nowrap max-sm:justify-start">
      <span className={strong ? 'font-650' : undefined}>{withUnit(row, number(row, band.median))}</span>
      <span className="hint">{withUnit(row, sayRange(number(row, band.low), number(row, band.high)))}</span>
      <svg
        viewBox="0 0 100 8"
        preserveAspectRatio="none"
        aria-hidden="true"
        className="col-span-full ms-auto h-2 w-30 max-sm:ms-0"
      >
        <rect className="fill-line" y="3" width="100" height="2" />
        <rect
          className={strong ? 'fill-vial' : 'fill-line-strong'}
          x={at(band.low)}
          width={Math.max(1, at(band.high) - at(band.low))}
          height="8"
        />
        <rect className="fill-ink" x={Math.min(98.5, at(band.median))} width="1.5" height="8" />
      </svg>
    </span>
  )
}
