import { isDeepStrictEqual } from 'node:util'
import type pg from 'pg'
import { chainAudit, sayVerdict } from '#server/modules/insights/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { chairDaysAstray } from '../../server/tests/chair-days.ts'
import { ledgerOf } from '../../server/tests/ledger-check.ts'
import type { History, Told } from './clients.ts'
import { codeOf, type Operation } from './history.ts'
import { benchSite, bookingSite } from './prepare.ts'

/** A rule, the number of cases checked, and those that break it. */
export type Verdict = { rule: string; checked: number; findings: string[] }

/** Compares everything that clients were answered with the database. */
export async function check(pool: pg.Pool, history: History): Promise<Verdict[]> {
  return [
    answers(history),
    ...(await bookings(pool, history)),
    await visits(pool, history),
    await payments(pool, history),
    await releases(pool, history),
    ...(await whole(pool)),
  ]
}

/** The refusals that are right. */
const expected: Readonly<Record<Operation['kind'], readonly string[]>> = {
  hold: ['slot_taken', 'not_possible_now'],
  book: ['slot_taken', 'hold_gone'],
  move: ['slot_taken'],
  cancel: [],
  pay: [],
  // A release has no idempotency key: if it is repeated after a lost answer, the task is already released.
  release: ['not_possible_now'],
  read: [],
}

/** The codes that a 503 may have. */
const unavailable = ['unavailable', 'outcome_unknown', 'busy']

const wasUncertain = ({ lost, unavailable, twin }: Operation) => lost + unavailable > 0 || twin !== null

function answers({ operations, seen }: History): Verdict {
  const findings = [...seen]
  for (const operation of operations) {
    const { kind, outcome, twin, path } = operation
    const code = codeOf(operation)
    const isExpected = expected[kind].includes(code) && (kind !== 'release' || wasUncertain(operation))
    if (outcome === 'refused' && !isExpected) findings.push(`${kind} ${path}: refused with ${code}`)
    const odd = [...operation.codes].filter((one) => !unavailable.includes(one))
    if (odd.length > 0) findings.push(`${kind} ${path}: 503 with ${odd}`)
    if (outcome === 'unknown') findings.push(`${kind} ${path}: never answered, at last ${code}`)
    if (twin && twin.status >= 500 && twin.status !== 503) findings.push(`${kind} ${path}: ${twin.status}`)
    // Both answers to a request that was sent twice at once are the same, if both succeeded.
    if (operation.key !== undefined && outcome === 'done' && twin && twin.status < 300) {
      if (!isDeepStrictEqual(JSON.parse(twin.body), JSON.parse(operation.answer?.body ?? '')))
        findings.push(`${kind} ${path}: two answers for one key`)
    }
  }
  return { rule: 'Each operation has one answer, and no read is stale', checked: operations.length, findings }
}

async function bookings(pool: pg.Pool, { operations }: History): Promise<Verdict[]> {
  const asked = operations.filter(({ kind }) => kind === 'book')
  const { rows } = await pool.query<{ key: string; answer: unknown; id: string | null }>(
    `select i.key, i.answer, v.id::text
     from idempotent_answer i left join visit v on v.id::text = i.answer -> 'appointment' ->> 'id'
     where i.answer ? 'appointment'`,
  )
  const kept = new Map(rows.map((row) => [row.key, row]))
  const [lost, doubled]: [string[], string[]] = [[], []]
  for (const { key = '', outcome, answer } of asked) {
    const row = kept.get(key)
    if (outcome === 'done' && (!row?.id || !isDeepStrictEqual(row.answer, JSON.parse(answer?.body ?? ''))))
      lost.push(`booking ${key}`)
    if (outcome === 'refused' && row) doubled.push(`booking ${key} was refused, and is there`)
  }
  const booked = rows.flatMap(({ id }) => id ?? [])
  const { rows: others } = await pool.query<{ id: string }>(
    `select id from visit where site_id = $1 and status <> 'held' and id <> all ($2::uuid[])`,
    [bookingSite, booked],
  )
  doubled.push(...others.map(({ id }) => `visit ${id} of no booking`))
  if (new Set(booked).size !== rows.length) doubled.push('two keys with one visit')
  return [
    { rule: 'No acknowledged booking is lost', checked: asked.length, findings: lost },
    { rule: 'No booking is made twice, or in spite of a refusal', checked: rows.length, findings: doubled },
  ]
}

type Found = {
  id: string
  status: string
  version: number
  startsAt: Date
  booked: number
  changed: number
  cancelled: number
  mails: number
  tests: number
}

/** Each visit is as its last answer told, and each change was made, audited and told once. */
async function visits(pool: pg.Pool, { visits: told }: History): Promise<Verdict> {
  const { rows } = await pool.query<Found>(
    `select v.id, v.status, v.version, v.starts_at as "startsAt",
       (select count(*) from visit_test t where t.site_id = v.site_id and t.visit_id = v.id)::int as tests, a.*, o.mails
     from visit v
     left join (select subject_id, count(*) filter (where action = 'visit.booked')::int as booked,
         count(*) filter (where action = 'visit.changed')::int as changed,
         count(*) filter (where action = 'visit.cancelled')::int as cancelled
       from audit where subject_kind = 'visit' group by 1) a on a.subject_id = v.id::text
     left join (select payload ->> 'visitId' as visit, count(*)::int as mails from outbox where kind = 'visit_booked' group by 1) o
       on o.visit = v.id::text
     where v.site_id = $1 and v.status <> 'held'`,
    [bookingSite],
  )
  const found = new Map(rows.map((row) => [row.id, row]))
  const findings: string[] = []
  for (const visit of told.values()) {
    const row = found.get(visit.id)
    const [is, must] = [row && factsOf(row), mustBe(visit)]
    if (!isDeepStrictEqual(is, must))
      findings.push(`visit ${visit.id}: ${JSON.stringify(is)}, told ${JSON.stringify(must)}`)
  }
  return {
    rule: 'Each visit is as its client was told, with each change made, audited and told once',
    checked: told.size,
    findings,
  }
}

const factsOf = ({ status, version, startsAt, booked, changed, cancelled, mails, tests }: Found) => ({
  status,
  version,
  start: startsAt.toISOString(),
  booked,
  changed,
  cancelled,
  mails,
  tests,
})
const mustBe = ({ status, version, start, moves, cancels }: Told) => ({
  status,
  version,
  start: new Date(start).toISOString(),
  booked: 1,
  changed: moves,
  cancelled: cancels,
  mails: 1,
  tests: 2,
})

async function payments(pool: pg.Pool, { visits: told }: History): Promise<Verdict> {
  const { rows } = await pool.query<{ visit: string; ids: string[] }>(
    `select p.visit_id as visit, array_agg(m.id::text order by m.id) as ids
     from payment m join ledger_posting p on p.id = m.id group by 1`,
  )
  const found = new Map(rows.map(({ visit, ids }) => [visit, ids]))
  const findings: string[] = []
  for (const { id, payments: paid } of told.values()) {
    if (!isDeepStrictEqual(found.get(id) ?? [], paid.toSorted()))
      findings.push(`visit ${id}: paid ${found.get(id)}, told ${paid}`)
    found.delete(id)
  }
  findings.push(...[...found.keys()].map((id) => `visit ${id}: a payment that nobody was told of`))
  return {
    rule: 'Each acknowledged payment is there once, and no other',
    checked: [...told.values()].reduce((sum, one) => sum + one.payments.length, 0),
    findings,
  }
}

async function releases(pool: pg.Pool, { operations, released }: History): Promise<Verdict> {
  const { rows } = await pool.query<{ id: string; audited: number; reports: number }>(
    `select k.id, (select count(*) from audit a where a.action = 'result.released' and a.subject_id = k.id::text)::int as audited,
       (select count(*) from report r where r.site_id = k.site_id and r.visit_id = k.visit_id)::int as reports
     from task k where k.site_id = $1 and k.released_at is not null`,
    [benchSite],
  )
  const there = new Set(rows.map(({ id }) => id))
  const uncertain = operations.filter((one) => one.kind === 'release' && wasUncertain(one))
  const told = new Set([...released, ...uncertain.flatMap(({ body }) => (body as { tasks: string[] }).tasks)])
  const findings = [
    ...released.filter((id) => !there.has(id)).map((id) => `release of ${id} is lost`),
    ...rows.filter(({ id }) => !told.has(id)).map(({ id }) => `${id} was released, and nobody was told`),
    ...rows
      .filter(({ audited, reports }) => audited !== 1 || reports !== 1)
      .map(({ id, audited, reports }) => `${id}: released ${audited} times, with ${reports} reports`),
  ]
  return {
    rule: 'Each acknowledged release is there once, with one report',
    checked: released.length,
    findings,
  }
}

/** Rules that hold at any time, whatever the clients have asked. */
async function whole(pool: pg.Pool): Promise<Verdict[]> {
  const { rows: overlaps } = await pool.query<{ one: string; other: string }>(
    `select a.id as one, b.id as other from visit a join visit b on a.site_id = b.site_id and a.chair = b.chair and a.id < b.id
       and a.during && b.during and a.status <> 'cancelled' and b.status <> 'cancelled'`,
  )
  const { sum, astray } = await ledgerOf({ pool })
  const db = openDatabase(pool)
  await chainAudit({ db, clock: systemClock })
  const { holds, lines } = await sayVerdict(db, null)
  return [
    {
      rule: 'No chair is taken twice',
      checked: 1,
      findings: overlaps.map(({ one, other }) => `${one} and ${other}`),
    },
    {
      rule: 'Free times agree with the visits',
      checked: 1,
      findings: (await chairDaysAstray(pool)).map((day) => JSON.stringify(day)),
    },
    {
      rule: 'The ledger adds up to zero, and every account agrees with its entries',
      checked: 1,
      findings: [...(Number(sum) === 0 ? [] : [`sum ${sum}`]), ...astray.map((row) => JSON.stringify(row))],
    },
    { rule: 'The audit trail is whole', checked: 1, findings: holds ? [] : lines },
  ]
}
