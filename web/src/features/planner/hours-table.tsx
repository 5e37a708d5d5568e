import { t } from '@lingui/core/macro'
import type { Plan } from '#simulation/laboratory/plan.ts'
import { DataTable } from '../../ui/data-table.tsx'
import { sayMinute } from './minute-words.ts'
import { peopleAt } from './plan-changes.ts'
import { type Played, quarter } from './play-days.ts'

type Row = { hour: number; people: Pair; waiting: Pair; wait: Pair }
type Pair = [before: number | null, after: number | null]

/** Hour by hour: who is there, how many wait, how long those wait who come. "3 → 4" where it changes. */
export function HoursTable({
  before,
  after,
  plans,
}: {
  before: Played
  after: Played | null
  plans: { before: Plan; after: Plan }
}) {
  const rows = Array.from({ length: 24 }, (_, hour): Row => {
    const span = { from: hour * 60, until: hour * 60 + 60 }
    return {
      hour,
      people: [peopleAt(plans.before, span), after && peopleAt(plans.after, span)],
      waiting: [waitingIn(before, hour), after && waitingIn(after, hour)],
      wait: [before.waitByHour[hour] ?? null, after && (after.waitByHour[hour] ?? null)],
    }
  }).filter(({ people, waiting }) => [...people, ...waiting].some((value) => (value ?? 0) > 0.04))
  return (
    <DataTable
      caption={t`Hour by hour, as it was and as changed`}
      rows={rows}
      rowKey={(row) => String(row.hour)}
      empty={null}
      columns={[
        { header: t`From`, cell: (row) => sayMinute(row.hour * 60) },
        { header: t`At the chairs`, align: 'end', cell: (row) => sayPair(row.people, tenths) },
        { header: t`Waiting`, align: 'end', cell: (row) => sayPair(row.waiting, tenths) },
        { header: t`Wait on arrival`, align: 'end', cell: (row) => sayPair(row.wait, minutes) },
      ]}
    />
  )
}

function waitingIn({ waiting }: Played, hour: number): number {
  const perHour = 60 / quarter
  const own = waiting.slice(hour * perHour, (hour + 1) * perHour)
  return own.reduce((sum, { median }) => sum + median, 0) / perHour
}

const tenths = (value: number) => String(Number(value.toFixed(1)))
const minutes = (value: number) => t`${Math.round(value)} min`

function sayPair([before, after]: Pair, say: (value: number) => string): string {
  const [was, is] = [before, after].map((value) => (value === null ? '–' : say(value)))
  return after === null || was === is ? (was ?? '–') : `${was} → ${is}`
}
