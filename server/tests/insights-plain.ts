import type { Figures, Step } from '#contract/insights.ts'
import { localAt, minuteOf } from '#server/modules/sites/index.ts'
import type { TestApp } from './harness.ts'

/** A second implementation of the figures, which counts rows in JavaScript without the product’s sums and statements. */

type Row = Record<string, never>
type Period = { from: string; to: string }
const came = ['arrived', 'collected', 'in_progress', 'completed']
const nothing = ['Indeterminate', 'Invalid', 'Invalid/Error', 'Not applicable']
const absent = [
  'Negative',
  'Non-reactive',
  'Not detected',
  'Not seen',
  'None seen',
  'Absent',
  'Not applicable',
]
const says = (answers: string[]) => answers.every((one) => absent.includes(one) || /^No .* seen$/.test(one))
const minutes = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 60_000

export async function readPlainly({ pool }: TestApp, siteIds: readonly string[]) {
  const all = async (text: string) =>
    (await pool.query(`select * from ${text} where site_id = any($1)`, [siteIds])).rows as Row[]
  const [visits, visitTests, samples, tasks, results, tickets, events, told] = await Promise.all(
    ['visit', 'visit_test', 'sample', 'task', 'result', 'ticket', 'queue_event', 'wait_told'].map(all),
  )
  const { rows: sites } = await pool.query('select id, time_zone from site')
  const { rows: versions } = await pool.query(
    `select analyte_code, i.version, normal_options from interval_version i join analyte on code = analyte_code
     where kind in ('coded', 'ordinal') and normal_options is not null`,
  )
  const zones = new Map(sites.map((site) => [site.id, site.time_zone]))
  const dayAt = (row: { site_id: string }, at: Date) => localAt(zones.get(row.site_id), minuteOf(at)).day

  return ({ from, to }: Period) => {
    // biome-ignore lint/suspicious/noExplicitAny: rows as the tables have them
    const t = (rows: Row[] | undefined) => (rows ?? []) as any[]
    const within = (row: { site_id: string }, at: Date | null) => {
      const day = at && dayAt(row, at)
      return day !== null && day >= from && day <= to
    }
    const normal = new Map(versions.map((one) => [`${one.analyte_code} ${one.version}`, one.normal_options]))
    const ofTask = Map.groupBy(t(results), (row) => row.task_id)
    const sampleOf = new Map(t(samples).map((row) => [row.id, row]))
    const testsOfVisit = Map.groupBy(t(visitTests), (row) => row.visit_id)
    const own = t(visits).filter((row) => row.status !== 'held' && within(row, row.starts_at))
    const released = t(tasks).filter((row) => within(row, row.first_released_at))

    const found = released.map((task) => {
      const rows = ofTask.get(task.id) ?? []
      const judged = rows.flatMap((row) => {
        const options = normal.get(`${row.analyte_code} ${row.interval_version}`)
        return options ? [{ ...row, absent: says(options) }] : []
      })
      const decided = judged.filter((row) => !nothing.includes(row.text))
      const tested = judged.length > 0 && judged.every((row) => row.absent) && decided.length > 0
      return {
        reported: rows.length > 0,
        flagged: rows.some((row) => row.flag !== ''),
        tested,
        positive: tested && decided.some((row) => ['A', 'AA'].includes(row.flag)),
      }
    })
    const lasted = lastedOf(released, { sampleOf, tickets: t(tickets) })
    const cells = new Map(
      [...Map.groupBy(released, (task) => `${task.test_code} ${task.rank}`)].map(([cell, own]) => [
        cell,
        {
          released: own.length,
          inTime: own.filter((row) => row.first_released_at <= row.due_at).length,
          lasted: lastedOf(own, { sampleOf, tickets: t(tickets) }),
        },
      ]),
    )
    const drawn = t(samples).filter((row) => row.aliquot_of === null && within(row, row.collected_at))
    const rejected = t(samples).filter((row) => row.aliquot_of === null && within(row, row.rejected_at))
    const served = t(tickets).filter(
      (row) => row.status === 'finished' && row.staff_id && row.day >= from && row.day <= to,
    )
    const called = t(tickets)
      .filter((row) => row.called_at && row.skips === 0 && row.day >= from && row.day <= to)
      .flatMap((row) =>
        t(told)
          .filter((one) => one.ticket_id === row.id)
          .map((one) => ({ ...one, waited: minutes(one.told_at, row.called_at) })),
      )
    const ranged = called.filter((one) => one.shown_low !== null)
    const seconds = (rows: { waited: number; median: number }[], of: (error: number) => number) =>
      rows.reduce((sum, { waited, median }) => sum + Math.round(of(waited - median) * 60), 0)
    return {
      visits: {
        all: own.length,
        came: own.filter((row) => came.includes(row.status)).length,
        noShow: own.filter((row) => row.status === 'no_show').length,
        cancelled: own.filter((row) => row.status === 'cancelled').length,
        booked: own.filter((row) => row.status === 'booked').length,
        walkIns: own.filter((row) => row.walk_in).length,
      },
      testsOfVisits: own
        .filter((row) => row.status !== 'cancelled')
        .reduce((sum, row) => sum + (testsOfVisit.get(row.id)?.length ?? 0), 0),
      released: released.length,
      inTime: released.filter((row) => row.first_released_at <= row.due_at).length,
      lasted,
      cells,
      findings: {
        reported: found.filter((one) => one.reported).length,
        flagged: found.filter((one) => one.flagged).length,
        tested: found.filter((one) => one.tested).length,
        positive: found.filter((one) => one.positive).length,
      },
      collected: drawn.length,
      reasons: countBy(rejected.map((row) => row.rejection_reason)),
      staff: {
        collected: countBy(drawn.map((row) => row.collected_by)),
        completed: countBy(
          t(tasks)
            .filter((row) => row.status === 'completed' && within(row, row.completed_at))
            .map((row) => row.completed_by),
        ),
        released: countBy(released.flatMap((row) => row.released_by ?? [])),
        served: countBy(served.map((row) => row.staff_id)),
      },
      deskMinutes: deskMinutes(
        t(events).filter((row) => row.ticket_id === null),
        dayAt,
        { from, to },
      ),
      chairMinutes: own
        .filter((row) => row.chair !== null && (came.includes(row.status) || row.status === 'booked'))
        .reduce((sum, row) => sum + minutes(row.starts_at, row.ends_at), 0),
      waits: {
        called: called.length,
        shown: ranged.length,
        within: ranged.filter((one) => one.waited >= one.shown_low && one.waited <= one.shown_high).length,
        longer: ranged.filter((one) => one.waited > one.shown_high).length,
        error: seconds(ranged, Math.abs),
        bias: seconds(ranged, (error) => error),
      },
    }
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows as the tables have them
type Any = any

/** Minutes of each step of these tasks, if known. */
function lastedOf(
  tasks: readonly Any[],
  { sampleOf, tickets }: { sampleOf: ReadonlyMap<string, Any>; tickets: readonly Any[] },
): Record<Step | 'total', number[]> {
  const lasted: Record<Step | 'total', number[]> = {
    total: [],
    wait: [],
    collection: [],
    transport: [],
    analysis: [],
    release: [],
  }
  const byVisit = Map.groupBy(tickets, (row) => row.visit_id)
  for (const task of tasks) {
    const sample = sampleOf.get(task.sample_id)
    const add = (step: Step | 'total', since: Date | null, until: Date | null) => {
      if (since && until) lasted[step].push(Math.max(0, minutes(since, until)))
    }
    const ticket = (byVisit.get(task.visit_id) ?? [])
      .filter(
        (row) =>
          row.called_at &&
          row.called_at <= sample.collected_at &&
          minutes(row.called_at, sample.collected_at) < 720,
      )
      .sort((a, b) => b.called_at - a.called_at)[0]
    add('total', sample.collected_at, task.first_released_at)
    add('wait', ticket?.arrived_at, ticket?.called_at)
    add('collection', ticket?.called_at, ticket && sample.collected_at)
    add('transport', sample.collected_at, sample.received_at)
    add('analysis', sample.received_at, task.completed_at)
    add('release', task.completed_at, task.first_released_at)
  }
  return lasted
}

type Plain = ReturnType<Awaited<ReturnType<typeof readPlainly>>>

function deskMinutes(
  // biome-ignore lint/suspicious/noExplicitAny: rows as the table has them
  events: any[],
  dayAt: (row: { site_id: string }, at: Date) => string,
  { from, to }: Period,
): number {
  const desks = Map.groupBy(
    events.filter((row) => ['opened', 'resumed', 'paused', 'closed'].includes(row.kind)),
    (row) => `${row.site_id} ${dayAt(row, row.at)} ${row.desk}`,
  )
  let sum = 0
  for (const [key, own] of desks) {
    const day = key.split(' ')[1] ?? ''
    if (day < from || day > to) continue
    own.sort((a, b) => a.seq - b.seq)
    for (const [index, event] of own.entries()) {
      const next = own[index + 1]
      if (['opened', 'resumed'].includes(event.kind) && next && event.account_id)
        sum += minutes(event.at, next.at)
    }
  }
  return sum
}

const countBy = (keys: string[]) =>
  Object.fromEntries([...Map.groupBy(keys, (key) => key)].map(([key, own]) => [key, own.length]).sort())

/** The value that `share` of all lie at or below, as `percentile_disc` has it. */
export function percentile(values: readonly number[], share: number): number | null {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length - 1e-9) - 1)] ?? null
}

/** The product’s figures in the shape of the plain ones. */
export function asPlain({ visits, turnaround, findings, rejections, staff, waits }: Figures) {
  const { byPriority: _p, byTest, noShowShare: _s, ...states } = visits
  const byPerson = (of: 'collected' | 'completed' | 'released' | 'served') =>
    Object.fromEntries(
      staff
        .filter((one) => one[of] > 0)
        .map((one) => [one.person.id, one[of]])
        .sort(),
    )
  return {
    visits: states,
    testsOfVisits: byTest.reduce((sum, { count }) => sum + count, 0),
    released: turnaround.released,
    inTime: turnaround.inTime,
    findings: {
      reported: findings.reported,
      flagged: findings.flagged,
      tested: findings.tested,
      positive: findings.positive,
    },
    collected: rejections.collected,
    reasons: Object.fromEntries(rejections.byReason.map(({ reason, count }) => [reason, count]).sort()),
    staff: {
      collected: byPerson('collected'),
      completed: byPerson('completed'),
      released: byPerson('released'),
      served: byPerson('served'),
    },
    waits: {
      called: waits.called,
      shown: waits.shown,
      within: Math.round((waits.within ?? 0) * waits.shown),
      longer: Math.round((waits.longer ?? 0) * waits.shown),
    },
  }
}

export function withoutTimes({
  lasted: _l,
  cells: _x,
  deskMinutes: _d,
  chairMinutes: _c,
  waits,
  ...plain
}: Plain) {
  const { error: _e, bias: _b, ...counted } = waits
  return { ...plain, waits: counted }
}
