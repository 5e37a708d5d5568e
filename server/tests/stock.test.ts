import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { StockItem, StockItemDetail } from '#contract/stock.ts'
import { tellLowStock } from '#server/modules/stock/index.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import { mondayMorning, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let manager: Person
beforeAll(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const base = '/api/stock'
const fields = { kind: 'reagent', unit: 'test', reorderLevel: 20, deliveryDays: 7 }
let items = 0
const added = async (body: object = {}): Promise<string> => {
  items += 1
  const made = await lab.call('POST', base, {
    by: manager,
    body: { ...fields, name: `Reagent ${items}`, ...body },
  })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().id
}
const read = async (id: string): Promise<StockItemDetail> =>
  (await lab.call('GET', `${base}/${id}`, { by: hana })).json()
const receive = (id: string, body: object = {}) =>
  lab.call('POST', `${base}/${id}/receive`, {
    by: hana,
    body: { number: 'A1', expiresOn: '2026-12-31', amount: 100, ...body },
  })
const onLot = (id: string, deed: string, body?: object, by: Person = hana) =>
  lab.call('POST', `${base}/lots/${id}/${deed}`, { by, ...(body && { body }) })
const lotOf = async (id: string, number = 'A1') => {
  const lot = (await read(id)).lots.find((one) => one.number === number)
  if (!lot) throw new Error(`There is no lot ${number}`)
  return lot
}
const left = async (id: string, number = 'A1') => (await lotOf(id, number)).remaining

it('only staff with the permission set up items; names are unique, and tests must exist', async () => {
  const body = { ...fields, name: 'Diluent', uses: [{ test: 'FBC', amount: 1 }] }
  expect((await lab.call('POST', base, { by: hana, body })).statusCode).toBe(403)
  expect((await lab.call('GET', base, { by: ama })).statusCode).toBe(403)
  const id = await added({ name: 'Diluent' })
  const twice = await lab.call('POST', base, { by: manager, body: { ...body, name: 'DILUENT', uses: [] } })
  expect(twice.json()).toMatchObject({ fields: { name: ['The site has an item with this name'] } })
  const wrong = await lab.call('POST', base, {
    by: manager,
    body: { ...body, name: 'Other', uses: [{ test: 'NONE', amount: 1 }] },
  })
  expect(wrong.json()).toMatchObject({ fields: { uses: ['There is no test NONE'] } })
  const change = (version: number, more: object = {}) =>
    lab.call('PUT', `${base}/${id}`, { by: manager, body: { ...fields, name: 'Diluent', version, ...more } })
  expect((await change(1, { reorderLevel: 5 })).statusCode).toBe(200)
  expect((await change(1)).json().code).toBe('changed_meanwhile')
  expect((await read(id)).reorderLevel).toBe(5)
  expect((await change(2, { ended: true })).statusCode).toBe(200)
  const { items } = (await lab.call('GET', base, { by: hana })).json()
  expect(items.map(({ name }: StockItem) => name)).not.toContain('Diluent')
  expect((await receive(id)).json().message).toBe('The item is no longer kept in stock.')
})

it('deliveries of a lot add up, and the expiry date must be the same and in the future', async () => {
  const id = await added()
  expect((await receive(id)).statusCode).toBe(200)
  expect((await receive(id, { amount: 50 })).statusCode).toBe(200)
  expect(await left(id)).toBe(150)
  const other = await receive(id, { expiresOn: '2026-11-30' })
  expect(other.json()).toMatchObject({
    fields: { expiresOn: ['Lot A1 is kept with the expiry date 2026-12-31'] },
  })
  const expired = await receive(id, { number: 'A0', expiresOn: '2026-03-08' })
  expect(expired.json()).toMatchObject({ fields: { expiresOn: ['This delivery has already expired'] } })
  const together = await Promise.all([1, 2, 3, 4].map(() => receive(id, { number: 'B1', amount: 10 })))
  expect(together.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  expect(await left(id, 'B1')).toBe(40)
})

it('an expired lot cannot be opened, and an opened lot expires after its days of use', async () => {
  const id = await added({ openDays: 10 })
  await receive(id, { expiresOn: '2026-03-20' })
  const { id: lot } = await lotOf(id)
  expect((await onLot(lot, 'open')).statusCode).toBe(200)
  expect((await onLot(lot, 'open')).json().message).toBe('The lot is already open.')
  expect(await lotOf(id)).toMatchObject({ openedOn: '2026-03-09', usableUntil: '2026-03-19' })
  await receive(id, { number: 'A2', expiresOn: '2026-03-15' })
  await lab.pool.query(
    `update stock_lot set expires_on = '2026-03-08' where item_id = $1 and number = 'A2'`,
    [id],
  )
  const late = await lotOf(id, 'A2')
  expect(late).toMatchObject({ isExpired: true, whyNotOpen: 'The lot has expired.' })
  expect((await onLot(late.id, 'open')).json().message).toBe('The lot has expired.')
  expect(await read(id)).toMatchObject({ usable: 100, inUse: [{ number: 'A1', usableUntil: '2026-03-19' }] })
  await expect(
    lab.pool.query(`update stock_lot set opened_on = '2027-01-01' where id = $1`, [late.id]),
  ).rejects.toThrow('stock_lot_opened_before_expiry')
})

it('counts and discards are movements with a reason, and nothing falls below zero', async () => {
  const id = await added()
  await receive(id)
  const { id: lot } = await lotOf(id)
  expect((await onLot(lot, 'count', { counted: 90, reason: 'Monthly count' })).statusCode).toBe(200)
  expect((await onLot(lot, 'discard', { amount: 4, reason: '' })).json()).toMatchObject({
    fields: { reason: ['Reason is required'] },
  })
  expect((await onLot(lot, 'discard', { amount: 91, reason: 'Broken' })).json()).toMatchObject({
    fields: { amount: ['Only 90 test are left of this lot'] },
  })
  const both = await Promise.all([1, 2].map(() => onLot(lot, 'discard', { amount: 50, reason: 'Warm' })))
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  expect(await left(id)).toBe(40)
  const { movements } = await read(id)
  expect(movements.map(({ kind, amount, reason }) => [kind, amount, reason])).toEqual([
    ['discarded', -50, 'Warm'],
    ['counted', -10, 'Monthly count'],
    ['received', 100, ''],
  ])
  const short = `insert into stock_movement (id, site_id, lot_id, kind, amount, at, by, reason)
    select gen_random_uuid(), site_id, id, 'counted', -41, now(), $2, '' from stock_lot where id = $1`
  await expect(lab.pool.query(short, [lot, hana.accountId])).rejects.toThrow('stock_lot_remaining')
})

it('a completed test uses the open lot that expires first, and the task shows the lot', async () => {
  const id = await added({ name: 'Cell pack', uses: [{ test: 'FBC', amount: 3 }] })
  await receive(id, { number: 'LATE', expiresOn: '2026-12-31' })
  await receive(id, { number: 'SOON', expiresOn: '2026-06-30', amount: 4 })
  const counted = async () => {
    const { task } = await bench.started(ama, hana)
    await bench.enter(task, normalCount, 0, hana)
    expect((await bench.complete(task, hana)).statusCode).toBe(200)
    const { lots } = (await lab.call('GET', `${base}/lots-used?task=${task}`, { by: rita })).json()
    return lots.map(({ taskId, ...lot }: { taskId: string }) => {
      expect(taskId).toBe(task)
      return lot
    })
  }
  expect(await counted()).toEqual([])
  for (const number of ['LATE', 'SOON']) await onLot((await lotOf(id, number)).id, 'open')
  const soon = { itemId: id, name: 'Cell pack', number: 'SOON', expiresOn: '2026-06-30' }
  expect(await counted()).toEqual([soon])
  expect(await left(id, 'SOON')).toBe(1)
  // A test that needs more than the lot has uses up the lot.
  expect(await counted()).toEqual([soon])
  expect((await read(id)).lots.map(({ number }) => number)).toEqual(['LATE'])
  expect(await counted()).toMatchObject([{ number: 'LATE' }])
  expect(await left(id, 'LATE')).toBe(97)
})

it('a tube is used when it is collected, once for all its tests, and each of their tasks shows its lot', async () => {
  const uses = ['FBC', 'ESR'].map((test) => ({ test, amount: 1 }))
  const id = await added({ name: 'EDTA tube', kind: 'tube', uses, deliveryDays: 20 })
  await receive(id)
  await onLot((await lotOf(id)).id, 'open')
  const booked = (await read(id)).booked
  const body = { ...bookingBody, testType: ['Full Blood Count', 'ESR'], scheduleTime: '15:00' }
  const { appointment } = (await lab.call('POST', '/api/labtest/book', { by: ama, body })).json()
  expect((await read(id)).booked).toBe(booked + 1)
  await lab.call('POST', `/api/labtest/appointment/${appointment.id}/arrive`, { by: manager })
  const collected = await lab.call('POST', `/api/labtest/appointment/${appointment.id}/collect`, {
    by: hana,
    body: { identifiedBy: ['Full name', 'Age'], prepared: 'not needed' },
  })
  expect(collected.statusCode, collected.body).toBe(201)
  expect(await left(id)).toBe(99)
  const { rows } = await lab.pool.query('select id from task where visit_id = $1', [appointment.id])
  expect(rows).toHaveLength(2)
  const asked = rows.map((task) => `task=${task.id}`).join('&')
  const { lots } = (await lab.call('GET', `${base}/lots-used?${asked}`, { by: rita })).json()
  expect(lots.map(({ taskId, number }: Record<string, string>) => [taskId, number]).sort()).toEqual(
    rows.map((task) => [task.id, 'A1']).sort(),
  )
})

it('people who change the stock at once lose no movement', async () => {
  const id = await added({ name: 'Shared reagent', uses: [{ test: 'FBC', amount: 1 }] })
  const same = { number: 'B1', expiresOn: '2026-12-31' }
  const deliveries = await Promise.all([
    receive(id, same),
    receive(id, same),
    receive(id, { amount: 1, expiresOn: '2026-06-30' }),
  ])
  expect(deliveries.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(await left(id, 'B1')).toBe(200)
  const [first, second] = [await bench.started(ama, hana), await bench.started(ama, hana)]
  for (const { task } of [first, second]) await bench.enter(task, normalCount, 0, hana)
  await onLot((await lotOf(id)).id, 'open')
  const { id: lot } = await lotOf(id, 'B1')
  await onLot(lot, 'open')
  // Two tests need the last one of the older lot: one takes it, and the other takes from the next lot. Another person discards.
  const answers = await Promise.all([
    bench.complete(first.task, hana),
    bench.complete(second.task, hana),
    onLot(lot, 'discard', { amount: 50, reason: 'Spilt' }, rita),
  ])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect((await read(id)).lots.map(({ number, remaining }) => [number, remaining])).toEqual([['B1', 149]])
})

it('the forecast counts the need of visits until the delivery, until the visits are completed', async () => {
  const id = await added({ uses: [{ test: 'FBC', amount: 30 }], deliveryDays: 20 })
  await receive(id, { amount: 5_000 })
  const before = (await read(id)).booked
  const needed = async () => (await read(id)).booked - before
  const { task } = await bench.started(ama, hana)
  expect(await needed()).toBe(30)
  const later = { testType: ['Full Blood Count'], scheduledDate: '2026-03-24', scheduleTime: '09:00' }
  const booked = await lab.call('POST', '/api/labtest/book', { by: ama, body: { ...bookingBody, ...later } })
  expect(booked.statusCode, booked.body).toBe(201)
  expect(await needed()).toBe(60)
  expect(await read(id)).toMatchObject({ state: 'enough', usable: 5_000 })
  await bench.enter(task, normalCount, 0, hana)
  await bench.complete(task, hana)
  expect((await bench.release([task], rita)).statusCode).toBe(200)
  expect(await needed()).toBe(30)
})

it('staff of another site can neither see nor change items', async () => {
  const id = await added({ uses: [{ test: 'FBC', amount: 1 }] })
  await receive(id)
  const { id: lot } = await lotOf(id)
  const made = await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Other', timeZone: 'Africa/Accra', chairs: 1 },
  })
  const other = await lab.makeStaff('technician', { fullName: 'Otto Other' })
  const site = made.json().id
  await lab.pool.query('insert into account_site (account_id, site_id) values ($1, $2)', [
    other.accountId,
    site,
  ])
  expect((await lab.call('GET', base, { by: other })).json()).toEqual({ items: [] })
  expect((await lab.call('GET', `${base}/${id}`, { by: other })).statusCode).toBe(404)
  expect((await onLot(lot, 'open', undefined, other)).statusCode).toBe(404)
  expect((await onLot(lot, 'count', { counted: 0 }, other)).statusCode).toBe(404)
  expect(await left(id)).toBe(100)
})

it('staff for the stock are notified once when an item falls to its reorder level, by use or by expiry', async () => {
  const id = await added({ name: 'Notified reagent', reorderLevel: 20 })
  const fresh = await added({ name: 'Never delivered' })
  const told = async (item = id) =>
    (
      await lab.pool.query(
        `select recipient from outbox where kind = 'stock_low' and payload ->> 'itemId' = $1`,
        [item],
      )
    ).rows.map(({ recipient }) => recipient)
  // Two processes run at the same time.
  const tell = () => Promise.all([tellLowStock(lab.context), tellLowStock(lab.context)])
  await receive(id, { amount: 30 })
  await tell()
  expect(await told()).toEqual([])
  const { id: lot } = await lotOf(id)
  await onLot(lot, 'discard', { amount: 10, reason: 'Frozen' })
  await tell()
  expect(await told()).toEqual([manager.email])
  await onLot(lot, 'discard', { amount: 5, reason: 'Frozen' })
  await tell()
  expect(await told()).toHaveLength(1)
  expect(await told(fresh)).toEqual([])
  const mail = (await lab.mailsTo(manager.email)).find(({ subject }) => subject === 'Order Notified reagent')
  expect(mail?.text).toContain(`/stock/${id}`)

  await receive(id, { number: 'B2', expiresOn: '2026-03-20', amount: 50 })
  await tell()
  expect(await told()).toHaveLength(1)
  lab.clock.set('2026-03-21T08:30:00Z')
  await tell()
  expect(await told()).toEqual([manager.email, manager.email])
})
