import { randomUUID } from 'node:crypto'
import { chainAudit, sayVerdict } from '#server/modules/insights/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase } from '#server/platform/database.ts'
import { ledgerOf } from '../server/tests/ledger-check.ts'
import { bookingBody } from './bookings.ts'
import { type Ask, type KindFigures, openCalls } from './day-calls.ts'
import { type Desk, makeDay, maya, placeOf, rita, tests } from './day-people.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import { makePatients, patientToken } from './patients.ts'
import { dayFromToday } from './places.ts'

export type DayFigures = {
  visits: number
  seconds: number
  calls: KindFigures[]
  checks: { check: string; answer: string }[]
}

type Visit = { id: string; desk: Desk; isCulture: boolean; accessions: string[]; tasks: Task[] }
type Task = { id: string; title: string; form: Form | null; revision: number }
type Form = {
  resultsRevision: number
  analytes: { code: string; calculated: boolean; lowest: number; highest: number }[]
}

/** The number of visits that pass a step together before the next step begins. */
const wave = 240
/** One visit in this many is for a culture. */
const cultureEvery = 10

/** A day from the bookings to the released reports, all by the calls that the screens make. Ends with the checks of ledger and trail. */
export async function measureDay({
  visits: count,
  warmUp,
  atOnce,
}: {
  visits: number
  /** The visits of the warm-up, which are not measured. */
  warmUp: number
  atOnce: number
}): Promise<DayFigures> {
  const laboratory = await openLaboratory()
  try {
    await makePatients(laboratory.pool, warmUp + count)
    const desks = await makeDay(laboratory, warmUp + count)
    const calls = await openCalls(laboratory, atOnce)
    await calls.each('open a till', desks, (ask, { cashier, siteId }) =>
      ask('POST', '/api/money/till', { token: cashier.token, body: { siteId, float: 10_000 } }),
    )
    await calls.each('open a desk', desks, (ask, { cashier, siteId, number }) =>
      ask('POST', `/api/queue/desk/${number}/open`, { token: cashier.token, body: { siteId } }),
    )
    // Statements that are planned on empty tables stay slow until the tables are analysed, within minutes. Autovacuum does it then.
    await passWave(calls.each, { from: 0, to: warmUp, desks })
    await laboratory.pool.query('analyze')
    calls.forget()
    const start = performance.now()
    for (let from = warmUp; from < count + warmUp; from += wave) {
      await passWave(calls.each, { from, to: Math.min(count + warmUp, from + wave), desks })
    }
    calls.close()
    const seconds = (performance.now() - start) / 1_000
    return { visits: count, seconds, calls: calls.figures(), checks: await check(laboratory, warmUp + count) }
  } finally {
    await laboratory.close()
  }
}

type Each = Awaited<ReturnType<typeof openCalls>>['each']

async function passWave(
  each: Each,
  { from, to, desks }: { from: number; to: number; desks: readonly Desk[] },
) {
  const visits: Visit[] = []
  const numbers = Array.from({ length: to - from }, (_, index) => from + index)
  await each('book', numbers, async (ask, index) => visits.push(await book(ask, index, desks)))
  await each('check in', visits, (ask, { id, desk }) =>
    ask('POST', `/api/queue/check-in/${id}`, { token: desk.cashier.token, body: {} }),
  )
  const owed = new Map<Visit, number>()
  await each('read what is owed', visits, async (ask, visit) => {
    const path = `/api/money/visits/${visit.id}`
    const { account } = await ask<{ account: { owed: number } }>('GET', path, {
      token: visit.desk.cashier.token,
    })
    owed.set(visit, account.owed)
  })
  await each('take a payment in cash', visits, (ask, visit) =>
    ask('POST', `/api/money/visits/${visit.id}/payments`, {
      token: visit.desk.cashier.token,
      body: { amount: owed.get(visit) ?? 0, way: 'cash' },
      headers: { 'idempotency-key': randomUUID() },
    }),
  )
  await callAll(each, visits)
  await each('collect', visits, async (ask, visit) => {
    const body = { identifiedBy: ['Full name', 'Age'], prepared: 'yes' }
    const path = `/api/labtest/appointment/${visit.id}/collect`
    const { samples } = await ask<{ samples: { accession: string }[] }>('POST', path, {
      token: maya.token,
      body,
    })
    visit.accessions = samples.map(({ accession }) => accession)
  })
  const tubes = visits.flatMap((visit) => visit.accessions.map((accession) => ({ visit, accession })))
  await each('receive a tube', tubes, (ask, { accession }) =>
    ask('POST', `/api/Labtask/sample/${accession}/receive`, { token: maya.token, body: {} }),
  )
  await each('find the tasks of a tube', tubes, async (ask, { visit, accession }) => {
    const path = `/api/Labtask/tasks?search=${accession}`
    const { rows } = await ask<{ rows: { id: string; title: string }[] }>('GET', path, { token: maya.token })
    visit.tasks.push(...rows.map(({ id, title }) => ({ id, title, form: null, revision: 0 })))
  })
  await work(each, visits)
  await each('release a visit, with its report', visits, (ask, { tasks }) =>
    ask('POST', '/api/Labtask/release', { token: rita.token, body: { tasks: tasks.map(({ id }) => id) } }),
  )
}

async function book(ask: Ask, index: number, desks: readonly Desk[]): Promise<Visit> {
  const { desk, minute } = placeOf(index, desks)
  const isCulture = index % cultureEvery === 0
  const scheduled = new Date(dayFromToday(1).getTime() + minute * 60_000).toISOString()
  const { appointment } = await ask<{ appointment: { id: string } }>('POST', '/api/labtest/book', {
    token: patientToken(index + 1),
    headers: { 'idempotency-key': randomUUID() },
    body: {
      ...bookingBody,
      testType: isCulture ? [tests.UCUL] : [tests.FBC, tests.GLU],
      siteId: desk.siteId,
      scheduledDate: scheduled,
    },
  })
  return { id: appointment.id, desk, isCulture, accessions: [], tasks: [] }
}

/** Each desk calls the people of its line, one after the other. */
async function callAll(each: Each, visits: readonly Visit[]): Promise<void> {
  for (let left = Map.groupBy(visits, ({ desk }) => desk); left.size > 0; ) {
    const called: { id: string; desk: Desk }[] = []
    await each('call the next one', left.keys(), async (ask, desk) => {
      const path = `/api/queue/desk/${desk.number}/next`
      const body = { siteId: desk.siteId }
      const { ticket } = await ask<{ ticket: { id: string } | null }>('POST', path, {
        token: desk.cashier.token,
        body,
      })
      if (!ticket) throw new Error('The line ended too soon')
      called.push({ id: ticket.id, desk })
    })
    await each('end the service', called, (ask, { id, desk }) =>
      ask('POST', `/api/queue/ticket/${id}/finish`, { token: desk.cashier.token, body: {} }),
    )
    left = new Map(
      [...left].map(([desk, line]) => [desk, line.slice(1)] as const).filter(([, line]) => line.length > 0),
    )
  }
}

/** Starts the tasks, enters their results and completes them. */
async function work(each: Each, visits: readonly Visit[]): Promise<void> {
  const tasksOf = (isCulture: boolean) =>
    visits.filter((visit) => visit.isCulture === isCulture).flatMap(({ tasks }) => tasks)
  const [panels, cultures] = [tasksOf(false), tasksOf(true)]
  await each('start a task', [...panels, ...cultures], (ask, { id }) =>
    ask('PUT', `/api/Labtask/task/${id}/status`, { token: maya.token, body: { status: 'in_progress' } }),
  )
  await each('open a panel', panels, async (ask, task) => {
    task.form = await ask<Form>('GET', `/api/Labtask/task/${task.id}/results`, { token: maya.token })
  })
  await each('save results', panels, (ask, { id, form }) =>
    ask('POST', `/api/Labtask/task/${id}/results`, { token: maya.token, body: valuesOf(form) }),
  )
  await each('complete a task', panels, (ask, { id }) =>
    ask('PUT', `/api/Labtask/task/${id}/status`, { token: maya.token, body: { status: 'completed' } }),
  )
  await each('open a culture', cultures, async (ask, task) => {
    const path = `/api/Labtask/cultures/${task.id}`
    task.revision = (await ask<{ revision: number }>('GET', path, { token: maya.token })).revision
  })
  await each('save a culture with an antibiogram', cultures, (ask, { id, revision }) =>
    ask('PUT', `/api/Labtask/cultures/${id}`, {
      token: maya.token,
      body: { ...growth, stage: 'final', revision },
    }),
  )
}

const zone = (antibiotic: string, value: number) => ({
  ...{ antibiotic, measure: { method: 'zone', comparator: '', value }, category: null, shown: null },
})
const growth = {
  values: {
    'URINE-CULTURE-GROWTH': '100,000 CFU/mL or more',
    'CULTURE-GRAM': 'Gram-negative rods',
  },
  isolates: [
    {
      ...{ number: 1, organism: 'escherichia-coli', amount: 'from_1e5', comment: '' },
      antibiogram: [zone('CIP', 15), zone('CRO', 10), zone('MEM', 30)],
    },
  ],
}

/** Everyday values: none of them is critical. */
const everyday: Readonly<Record<string, number>> = { WBC: 6, RBC: 4.8, HGB: 14, HCT: 42, PLT: 250, GLU: 5 }

function valuesOf(form: Form | null): object {
  if (!form) throw new Error('A panel was not opened')
  const values = Object.fromEntries(
    form.analytes
      .filter(({ calculated }) => !calculated)
      .map(({ code, lowest, highest }) => [code, everyday[code] ?? Math.round((lowest + highest) / 4)]),
  )
  return { values, revision: form.resultsRevision }
}

/** Throws if the ledger does not add up, the trail is broken, or a visit is not paid and reported. */
async function check({ pool }: Laboratory, count: number): Promise<DayFigures['checks']> {
  const { sum, astray } = await ledgerOf({ pool })
  if (Number(sum) !== 0 || astray.length > 0) throw new Error(`The ledger: ${sum}, astray: ${astray.length}`)
  const { rows } = await pool.query<{ done: number }>(
    `select count(*)::int as done from visit_account a join visit v on v.site_id = a.site_id and v.id = a.visit_id
     where a.paid = a.charged and a.charged > 0 and exists (select from report r where r.site_id = v.site_id and r.visit_id = v.id)`,
  )
  if (rows[0]?.done !== count) throw new Error(`${rows[0]?.done} of ${count} visits are paid and reported`)
  const db = openDatabase(pool)
  await chainAudit({ db, clock: systemClock })
  const { holds, lines } = await sayVerdict(db, null)
  if (!holds) throw new Error(lines.join(' '))
  return [
    { check: 'Ledger', answer: 'adds up to zero; every account agrees with its entries' },
    { check: 'Visits', answer: `${count} paid and reported` },
    { check: 'Audit trail', answer: lines.slice(0, 2).join(' ') },
  ]
}
