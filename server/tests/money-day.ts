import { expect } from 'vitest'
import type { VisitAccount } from '#contract/money.ts'
import type { Permission } from '#contract/permissions.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite } from './queue-day.ts'
import { bookingBody, separateStarts } from './visits.ts'

export const patientPayer = '01900000-0000-7000-8000-0000000000a1'

/** Calls on the money of a laboratory whose prices are on: a blood count costs 60, a blood sugar 25, in cedis. */
export async function openMoney(
  settings: Readonly<Record<string, string>> = {},
  options: { onLog?: (line: string) => void } = {},
) {
  const lab = await openTestApp({ poolSize: 20, settings, ...options })
  const manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
  const cashier = await lab.makeStaff('technician', { fullName: 'Kojo Cashier' })
  const other = await lab.makeStaff('technician', { fullName: 'Esi Cashier' })
  const plain = await lab.makeStaff('technician', { fullName: 'Tom Technician' })
  const ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
  const kofi = await lab.signUpPatient({ fullName: 'Kofi Other' })
  for (const one of [cashier, other]) await grant(lab, one, ['payments', 'release'])
  const calls = moneyCalls(lab, { manager, cashier, ama })
  const said = await calls.setRules({ on: true })
  expect(said.statusCode, said.body).toBe(200)
  await calls.setPrice('Full Blood Count', 6_000)
  await calls.setPrice('Blood Sugar', 2_500)
  return { lab, manager, cashier, other, plain, ama, kofi, ...calls }
}

export const grant = (lab: TestApp, person: Person, given: readonly Permission[]) =>
  lab.pool.query('update account set permissions = $2 where id = $1', [person.accountId, [...given]])

type People = Record<'manager' | 'cashier' | 'ama', Person>

export function moneyCalls(lab: TestApp, { manager, cashier, ama }: People) {
  const nextStart = separateStarts('2026-03-10')
  const post = (path: string, body: object | undefined, by: Person = manager, key?: string) =>
    lab.call('POST', path, { by, body, ...(key && { headers: { 'idempotency-key': key } }) })
  const get = (path: string, by: Person = manager) => lab.call('GET', path, { by })

  const rules = async () => (await get('/api/money/settings')).json()
  async function setRules(change: object) {
    const { taxes: _, ...now } = await rules()
    return lab.call('PUT', '/api/money/settings', { by: manager, body: { ...now, ...change } })
  }

  async function codeOf(name: string): Promise<string> {
    const { rows } = await lab.pool.query(
      'select code from test where name = $1 or label = $1 or $1 = any(aliases)',
      [name],
    )
    return rows[0]?.code
  }

  async function setPrice(
    test: string,
    amount: number | null,
    {
      payer = patientPayer,
      validFrom = '2026-03-09',
      taxId = null,
    }: { payer?: string; validFrom?: string; taxId?: string | null } = {},
  ) {
    const body = { validFrom, prices: [{ test: await codeOf(test), amount, taxId }] }
    const answer = await post(`/api/money/payers/${payer}/prices`, body)
    expect(answer.statusCode, answer.body).toBe(201)
  }

  /** Books a visit at a time of its own; returns its id. */
  async function book(by: Person = ama, change: object = {}): Promise<string> {
    const answer = await post('/api/labtest/book', { ...bookingBody, ...nextStart(), ...change }, by)
    expect(answer.statusCode, answer.body).toBe(201)
    return answer.json().appointment.id
  }

  const account = async (id: string, by: Person = manager): Promise<VisitAccount> =>
    (await get(`/api/money/visits/${id}`, by)).json().account

  async function openTill(by: Person = cashier, float = 5_000) {
    const answer = await post('/api/money/till', { siteId: mainSite, float }, by)
    expect(answer.statusCode, answer.body).toBe(201)
    return (await get('/api/money/till', by)).json().open
  }

  const pay = (id: string, amount: number, change: object = {}, by: Person = cashier, key?: string) =>
    post(`/api/money/visits/${id}/payments`, { amount, way: 'cash', ...change }, by, key)

  const refund = (payment: string, amount: number, change: object = {}, by: Person = manager) =>
    post(
      `/api/money/payments/${payment}/refunds`,
      { amount, way: 'cash', reason: 'Paid twice', ...change },
      by,
    )

  return { post, get, rules, setRules, codeOf, setPrice, book, account, openTill, pay, refund }
}

/** The numbers of one kind of document, in their order. */
export async function numbersOf(lab: TestApp, kind: string): Promise<number[]> {
  const { rows } = await lab.pool.query('select number from payment where kind = $1 order by year, number', [
    kind,
  ])
  return rows.map(({ number }) => number)
}
