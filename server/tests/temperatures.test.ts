import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Place, PlaceDetail } from '#contract/temperatures.ts'
import { mondayMorning, openTestApp, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let hana: Person
let quinn: Person
let manager: Person
beforeAll(async () => {
  lab = await openTestApp()
  hana = await lab.makeStaff('technician', { fullName: 'Hana Haematologist' })
  quinn = await lab.makeStaff('technician', { fullName: 'Quinn Quality' })
  manager = await lab.makeStaff('admin', { fullName: 'Mabel Manager' })
  await lab.pool.query(`update account set permissions = '{quality}' where id = $1`, [quinn.accountId])
})
beforeEach(() => lab.clock.set(mondayMorning))
afterAll(() => lab.close())

const base = '/api/temperatures'
const fridge = { kind: 'refrigerator', unit: '°C', low: 2, high: 8, everyHours: 12 }
const added = async (name: string): Promise<string> => {
  const made = await lab.call('POST', base, { by: manager, body: { ...fridge, name } })
  expect(made.statusCode, made.body).toBe(201)
  return made.json().id
}
const enter = (id: string, body: object, by: Person = hana) =>
  lab.call('POST', `${base}/${id}/readings`, { by, body })
const read = async (id: string): Promise<PlaceDetail> =>
  (await lab.call('GET', `${base}/${id}`, { by: hana })).json()
const listed = async (): Promise<Place[]> => (await lab.call('GET', base, { by: hana })).json().places

it('only staff with the permission for quality control set up places; limits and names are checked', async () => {
  const body = { ...fridge, name: 'Fridge A' }
  expect((await lab.call('POST', base, { by: hana, body })).statusCode).toBe(403)
  expect((await lab.call('POST', base, { by: quinn, body })).statusCode).toBe(201)
  const twice = await lab.call('POST', base, { by: manager, body: { ...body, name: 'fridge a' } })
  expect(twice.json()).toMatchObject({ fields: { name: ['The site has a place with this name'] } })
  const crossed = await lab.call('POST', base, { by: manager, body: { ...body, name: 'B', low: 8 } })
  expect(crossed.json()).toMatchObject({ fields: { high: ['The highest value must be above the lowest'] } })
  const fine = await lab.call('POST', base, { by: manager, body: { ...body, name: 'C', low: 2.05 } })
  expect(fine.json()).toMatchObject({ fields: { low: ['Lowest value can have one decimal'] } })
})

it('a value outside the limits requires an action, and notifies the other staff for quality control', async () => {
  const id = await added('Fridge B')
  expect((await enter(id, { value: 5.5 })).statusCode).toBe(201)
  const bare = await enter(id, { value: 9.1 })
  expect(bare.json()).toMatchObject({
    fields: { action: ['9.1 °C is outside 2 to 8 °C: enter what you did'] },
  })
  expect((await enter(id, { value: 9.1, action: 'Door closed, Quinn was told' }, quinn)).statusCode).toBe(201)
  expect(await read(id)).toMatchObject({
    state: 'outside',
    last: { value: 9.1, by: 'Quinn Quality' },
    readings: [
      { value: 9.1, isOutside: true, low: 2, high: 8, action: 'Door closed, Quinn was told', struck: null },
      { value: 5.5, isOutside: false },
    ],
  })
  const { rows } = await lab.pool.query(
    `select recipient, payload ->> 'reading' as reading from outbox where kind = 'place_outside'`,
  )
  expect(rows).toEqual([{ recipient: manager.email, reading: '9.1 °C' }])
  const silent = `insert into place_reading (id, site_id, place_id, value, low, high, at, by, action)
    select gen_random_uuid(), site_id, id, 20, low, high, now(), $2, '' from monitored_place where id = $1`
  await expect(lab.pool.query(silent, [id, hana.accountId])).rejects.toThrow('place_reading_action')
})

it('readings keep the limits that applied when they were entered', async () => {
  const id = await added('Fridge C')
  await enter(id, { value: 7 })
  const { version } = await read(id)
  const narrower = { ...fridge, name: 'Fridge C', high: 6, version }
  expect((await lab.call('PUT', `${base}/${id}`, { by: quinn, body: narrower })).statusCode).toBe(200)
  expect((await lab.call('PUT', `${base}/${id}`, { by: quinn, body: narrower })).json().code).toBe(
    'changed_meanwhile',
  )
  expect(await read(id)).toMatchObject({ high: 6, state: 'fine', readings: [{ high: 8, isOutside: false }] })
})

it('a wrong reading is struck out with a reason, once, and no longer counts', async () => {
  const id = await added('Fridge D')
  await enter(id, { value: 4 })
  lab.clock.advance(60_000)
  const { id: wrong } = (await enter(id, { value: 44, action: 'Typed wrongly' })).json()
  const strike = (by: Person = hana) =>
    lab.call('POST', `${base}/readings/${wrong}/strike`, { by, body: { reason: 'It was 4.4' } })
  const both = await Promise.all([strike(), strike(quinn)])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
  const { state, last, readings } = await read(id)
  expect({ state, last: last?.value }).toEqual({ state: 'fine', last: 4 })
  expect(readings[0]).toMatchObject({ value: 44, struck: { reason: 'It was 4.4' } })
})

it('a reading becomes due after the set hours, and places outside their limits are listed first', async () => {
  const [calm, warm] = [await added('A calm place'), await added('Z warm place')]
  await enter(calm, { value: 5 })
  await enter(warm, { value: 12, action: 'Moved the reagents' })
  const states = async () =>
    (await listed()).filter(({ id }) => id === calm || id === warm).map(({ state }) => state)
  expect(await states()).toEqual(['outside', 'fine'])
  lab.clock.advance(12 * 3_600_000 + 1)
  const fresh = await lab.makeStaff('technician', { fullName: 'Fred Fresh' })
  const { places } = (await lab.call('GET', base, { by: fresh })).json()
  expect(places.find(({ id }: Place) => id === calm).state).toBe('due')
})
