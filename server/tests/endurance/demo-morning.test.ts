import { afterAll, beforeAll, expect, it } from 'vitest'
import { taxWithin } from '#contract/amounts.ts'
import { setDemoClock } from '#server/demo/demo-clock.ts'
import { prepareDemo } from '#server/demo/prepare-demo.ts'
import { moveSessions } from '#server/modules/access/index.ts'
import { after, hours, shiftedClock, stoppedClock } from '#server/platform/clock.ts'
import { demoSignIns } from '#server/platform/demo-sign-ins.ts'
import { openTestApp } from '../harness.ts'

const sunday = '2026-11-22T14:00:00Z'

let demo: Awaited<ReturnType<typeof startDemo>>
beforeAll(async () => {
  demo = await startDemo()
})
afterAll(() => demo?.lab.close())

/** A demonstration that was just started on a Sunday, and calls by one of its sign-ins. */
async function startDemo() {
  const machine = stoppedClock(sunday)
  const clock = shiftedClock(machine)
  const lab = await openTestApp({ clock, settings: { DEMO: '1' } })
  await setDemoClock(lab.db, clock)
  await prepareDemo(lab.context, lab.superuser, () => {})
  const signIn = async (role: string) => {
    const { email, password } = demoSignIns.find((one) => one.role === role) ?? {}
    const { token } = (await lab.call('POST', '/api/auth/login', { body: { email, password } })).json()
    const by = { headers: { authorization: `Bearer ${token}` } }
    return async (path: string) => {
      const answer = await lab.call('GET', path, { by })
      expect(answer.statusCode, `${path}: ${answer.body}`).toBe(200)
      return answer.json()
    }
  }
  return { lab, clock, machine, signIn }
}

type Task = { whyNotRelease: string | null }

it.each([
  ['on a Sunday', sunday],
  ['at 03:00', '2026-11-26T03:00:00Z'],
  ['at 19:10', '2026-11-24T19:10:00Z'],
])('a demonstration that is started %s begins in the middle of a morning', async (_, start) => {
  const clock = shiftedClock(stoppedClock(start))
  const lab = await openTestApp({ clock })
  await setDemoClock(lab.db, clock)
  expect(clock.now().toISOString()).toBe('2026-11-24T10:40:00.000Z')
  await lab.close()
})

it('a demonstration opens on a busy morning', async () => {
  const manager = await demo.signIn('admin')

  const today = await manager('/api/insights/today')
  expect(today.at).toBe('2026-11-24T10:40:00.000Z')
  const came = new Map<number, number>(
    today.hours.map((hour: { hour: number; came: number }) => [hour.hour, hour.came]),
  )
  for (const hour of [7, 8, 9, 10]) expect(came.get(hour)).toBeGreaterThan(5)
  const booked = today.hours.filter(
    (hour: { hour: number; booked: number }) => hour.hour > 11 && hour.booked > 0,
  )
  expect(booked.length).toBeGreaterThan(4)

  const desk = await manager('/api/queue/desk')
  expect(desk.waiting).toHaveLength(12)
  expect(desk.desks.filter(({ ticket }: { ticket: unknown }) => ticket !== null)).toHaveLength(2)

  const { visits } = await manager('/api/Labtask/callbacks')
  expect(visits).toMatchObject([{ values: [{ analyte: 'HGB', value: '6.4 g/dL' }], calls: [] }])
  const waiting: Task[] = (await manager('/api/Labtask/release')).rows
  expect(waiting.length).toBeGreaterThan(5)
  expect(waiting.filter(({ whyNotRelease }) => /ALT/.test(whyNotRelease ?? ''))).toHaveLength(1)
  expect(waiting.filter(({ whyNotRelease }) => whyNotRelease === null).length).toBeGreaterThan(2)

  expect(today).toMatchObject({ tasks: { overdue: 2 }, callbacks: { open: 1, overdue: 0 } })
  const { blocking } = await manager('/api/Labtask/quality')
  expect(blocking).toMatchObject([{ analyte: 'ALT', rules: ['1-3s'], waiting: 1 }])
  const { rows: pairs } = await manager('/api/people/duplicates')
  expect(pairs).toHaveLength(1)
  expect((await manager('/api/contact-messages?state=open')).rows).toHaveLength(1)
  expect((await manager('/api/sms-replies')).rows.length).toBeGreaterThan(0)
  for (const monday of ['2026-11-23', '2026-11-30']) {
    expect((await manager(`/api/shifts?from=${monday}`)).shifts.length).toBeGreaterThan(40)
  }
})

it('the demonstration’s patient has a visit to come, and a history of results of which two are new', async () => {
  const { signIn } = demo
  const patient = await signIn('user')
  const visits: { status: string; scheduledDate: string }[] = await patient('/api/labtest/appointments')
  expect(visits.filter(({ status }) => status === 'booked')).toHaveLength(1)
  const reports = await patient('/api/labtest/reports')
  expect(reports.rows.length).toBeGreaterThan(4)
  expect(reports.unopened).toBe(2)
  expect((await patient('/api/notifications')).unread).toBe(1)
})

it('a demonstration has a standing order of its patient, and two HIV tests that other technicians may not see', async () => {
  const { lab, signIn } = demo
  const { orders } = await (await signIn('user'))('/api/standing-orders/own')
  expect(orders).toMatchObject([
    { tests: ['Blood Sugar'], every: 3, unit: 'month', due: null, next: '2026-12-18' },
  ])
  const technician = await signIn('technician')
  const { rows } = await lab.pool.query<{ id: string; status: string }>(
    `select id, status from task where test_code = 'CT1' order by created_at`,
  )
  expect(rows).toMatchObject([{ status: 'completed' }, { status: 'in_progress' }])
  const [released, atBench] = [
    await technician(`/api/Labtask/confidential/${rows[0]?.id}`),
    await technician(`/api/Labtask/confidential/${rows[1]?.id}`),
  ]
  expect(released).toMatchObject({
    ...{ released: true, conclusion: 'Negative', before: { consent: 'written' } },
    ...{ after: { by: 'Counsellor Adjoa Ofori' }, rapid: [{ kit: 'Rapid test kit A', reactive: false }] },
  })
  expect(atBench).toMatchObject({ released: false, before: { consent: 'written' }, after: null, rapid: [] })
  expect(atBench.kits.map(({ kit }: { kit: string }) => kit)).toEqual([
    'Rapid test kit A',
    'Rapid test kit B',
  ])
  const left = `select remaining from stock_lot where number = 'HA-2207'`
  expect((await lab.pool.query(left)).rows).toMatchObject([{ remaining: 99 }])
  const { id } = (
    await lab.pool.query<{ id: string }>(
      `select a.id from account a where a.role = 'technician' and not 'confidential' = any(a.permissions) and not exists
        (select from account_specialty f join test t on t.specialty = f.specialty where f.account_id = a.id and t.confidential) limit 1`,
    )
  ).rows[0] ?? { id: '' }
  const sees = `select sees_test($1, t) as sees from test t where t.code = 'CT1'`
  expect((await lab.pool.query(sees, [id])).rows).toEqual([{ sees: false }])
})

it('a demonstration has a tax, packages, discounts and a refund with reasons by a cashier who may give them, and books that agree', async () => {
  const { lab, signIn } = demo
  const { taxes } = await (await signIn('admin'))('/api/money/settings')
  expect(taxes).toMatchObject([{ name: 'Example tax', basisPoints: 1_500, ended: false }])
  const rows = async (text: string) => (await lab.pool.query(text)).rows
  const charges: { amount: number; tax: number }[] = await rows(
    `select r.amount::int, -l.amount::int as tax from price r join ledger_posting p on p.price_id = r.id
      join ledger_line l on l.posting_id = p.id and l.account = 'tax' where r.tax_id is not null`,
  )
  expect(charges.length).toBeGreaterThan(20)
  for (const { amount, tax } of charges) expect(tax).toBe(taxWithin(amount, 1_500))

  expect(
    await rows(`select p.package_code as code, sum(l.amount)::int as amount from ledger_posting p
      join ledger_line l on l.posting_id = p.id and l.account in ('receivable', 'tax') where p.package_code is not null group by 1 order by 1`),
  ).toEqual([
    { code: 'PKG-ANC', amount: 25_000 },
    { code: 'PKG-WORK', amount: 19_000 - taxWithin(19_000, 1_500) },
  ])
  const given = await rows(
    `select p.kind, count(*)::int as count from ledger_posting p join account a on a.id = p.by_id
     where p.kind in ('discount', 'refund') and p.reason <> '' and a.permissions @> array['payments', 'discounts'] group by p.kind order by 1`,
  )
  expect(given).toEqual([
    { kind: 'discount', count: 5 },
    { kind: 'refund', count: 1 },
  ])
  expect(
    await rows(`select m.kind, m.number, a.charged = a.paid as settled from payment m join ledger_posting p on p.id = m.id
      join visit_account a on a.site_id = p.site_id and a.visit_id = p.visit_id where m.kind = 'refund'`),
  ).toEqual([{ kind: 'refund', number: 1, settled: true }])
  expect(await rows('select sum(amount)::int as sum from ledger_line')).toEqual([{ sum: 0 }])
  const late = `select from (select p.at, lag(p.at) over (order by m.year, m.number) as before
    from payment m join ledger_posting p on p.id = m.id where m.kind = 'receipt') m where at < before`
  expect(await rows(late)).toEqual([])
})

it('a demonstration has tubes that are due for disposal, and two disposal lists of which one waits for somebody else', async () => {
  const { signIn } = demo
  const [manager, technician] = [await signIn('admin'), await signIn('technician')]
  expect((await manager('/api/storage/due')).tubes.length).toBeGreaterThan(5)
  const { rows } = await manager('/api/storage/disposals')
  expect(rows).toMatchObject([
    { madeBy: 'Kojo Antwi', confirmedBy: null, tubes: 7, discarded: 0 },
    { madeBy: 'Kojo Antwi', confirmedBy: 'Esi Quansah', tubes: 8, discarded: 7 },
  ])
  const open = `/api/storage/disposals/${rows[0]?.id}`
  expect(await manager(open)).toMatchObject({ whyNotConfirm: null })
  expect((await technician(open)).whyNotConfirm).toMatch(/somebody else/)
})

it('everybody in a demonstration has a first name of their sex and a number that cannot be dialled', async () => {
  const { lab } = demo
  const both = `select split_part(full_name, ' ', 1) as first from person
    group by 1 having count(distinct sex) > 1`
  expect((await lab.pool.query(both)).rows).toEqual([])
  const phones = `select contact from visit union select phone from laboratory union select phone from referral_laboratory
    union select phone from account where phone <> '' union select phone from facility where phone <> ''
    union select phone from referrer where phone <> '' union select contact from clinic_order`
  for (const { contact } of (await lab.pool.query<{ contact: string }>(phones)).rows) {
    expect(contact).toMatch(/^\+233 22 \d{3} \d{4}$/)
  }
})

it('the trail of a seeded visit of today has every step in its order', async () => {
  const { lab, signIn } = demo
  const manager = await signIn('admin')
  const { rows } = await lab.pool.query<{ id: string }>(
    `select v.id from visit v join report r on r.visit_id = v.id and r.site_id = v.site_id
     where v.status = 'completed' and not v.walk_in and v.starts_at > '2026-11-24' limit 1`,
  )
  const { events } = await manager(`/api/labtest/appointment/${rows[0]?.id}/history`)
  const steps: string[] = events.map(({ action }: { action: string }) => action)
  const order = [
    'visit.booked',
    'visit.arrived',
    'sample.collected',
    'sample.received',
    'task.started',
    'result.entered',
    'result.released',
    'report.issued',
  ]
  expect(order.map((step) => steps.indexOf(step))).toEqual(
    order.map((step) => steps.indexOf(step)).toSorted((a, b) => a - b),
  )
  expect(steps).toEqual(expect.arrayContaining(order))
})

it('a demonstration that was stopped goes on at the minute at which it stopped', async () => {
  const { lab, clock, machine } = demo
  const before = clock.now()
  machine.advance(86_400_000)
  await setDemoClock(lab.db, clock)
  expect(clock.now().getTime() - before.getTime()).toBeLessThan(5 * 60_000)
  expect(clock.now() >= before).toBe(true)
})

it('a demonstration stopped just after a skipped night does not restart in the evening', async () => {
  const { lab, clock, signIn } = demo
  const manager = await signIn('admin')
  await moveSessions(lab.db, hours(12))
  clock.shiftTo(after(clock.now(), hours(12)))
  await manager('/api/insights/today')
  const before = clock.now()
  await setDemoClock(lab.db, clock)
  expect(clock.now().getTime() - before.getTime()).toBeLessThan(5 * 60_000)
  expect(clock.now() >= before).toBe(true)
})
