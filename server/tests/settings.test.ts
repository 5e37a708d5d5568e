import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as closures from '#contract/closures.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as manageVisits from '#contract/manage-visits.ts'
import * as settings from '#contract/settings.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody, chairClashes } from './visits.ts'

let lab: TestApp
let manager: Person
let other: Person
let technician: Person
let ama: Person

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager' })
  other = await lab.makeStaff('admin', { fullName: 'Otu Manager' })
  technician = await lab.makeStaff('technician')
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
})
afterAll(() => lab.close())

const call = (
  method: 'GET' | 'PUT' | 'POST' | 'DELETE',
  path: string,
  body?: object,
  by: Person | null = manager,
) =>
  lab.call(method, `/api/settings${path}`, {
    ...(by && { by }),
    ...(body !== undefined && { body }),
  })
const read = async () => (await call('GET', '')).json()
const site = async () => (await read()).sites[0]
const facts = async () => (await lab.call('GET', '/api/laboratory')).json()
const fieldsOf = (answer: { json(): { fields?: object } }) => answer.json().fields

async function lastAudit(kind: string) {
  const { rows } = await lab.pool.query(
    'select action, account_id, before, after, reason from audit where subject_kind = $1 order by id desc limit 1',
    [kind],
  )
  return rows[0]
}

async function booked(change: object = {}, by: Person = ama) {
  const answer = await lab.call('POST', '/api/labtest/book', { by, body: { ...bookingBody, ...change } })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment
}
const person = (fullName: string, change: object = {}) => ({
  patientDetails: { ...bookingBody.patientDetails, fullName, ...change },
})

describe('settings', () => {
  it('every call of settings, calendar, closures and histories needs its permission', async () => {
    const calls = [settings, closures, manageVisits]
      .flatMap((contract) => Object.values<unknown>(contract))
      .filter((one): one is Endpoint => typeof one === 'object' && one !== null && 'access' in one)
      .filter(({ access }) => access !== 'public')
    expect(calls.length).toBeGreaterThan(18)
    for (const { method, path, access, permission } of calls) {
      expect(access, path).not.toContain('user')
      expect(['configure', 'appointments'], path).toContain(permission)
      const address = path.replace(':number', '1').replace(/:\w+/g, '00000000-0000-7000-8000-000000000000')
      const status = async (by?: Person) => (await lab.call(method, address, by && { by })).statusCode
      expect([await status(ama), await status(technician), await status()], `${method} ${path}`).toEqual([
        403, 403, 401,
      ])
    }
  })

  it('changed details of the laboratory are shown everywhere at once, and audited with both values', async () => {
    const { version, ...before } = (await read()).laboratory
    const after = { ...before, name: 'Korle Laboratory', phone: '+233 30 222 3333' }
    expect((await call('PUT', '/laboratory', { ...after, version })).statusCode).toBe(200)
    expect(await facts()).toMatchObject({ name: after.name, phone: after.phone, email: after.email })
    expect(await lastAudit('laboratory')).toMatchObject({
      action: 'laboratory.changed',
      account_id: manager.accountId,
      before: { name: before.name, phone: before.phone },
      after: { name: 'Korle Laboratory', phone: '+233 30 222 3333' },
    })
  })

  it('the first day of the week is a public fact and audited, and another word is refused with its field', async () => {
    const { laboratory } = await read()
    expect(laboratory.weekStart).toBe('locale')
    const refused = await call('PUT', '/laboratory', { ...laboratory, weekStart: 'friday' })
    expect(Object.keys(fieldsOf(refused) ?? {})).toEqual(['weekStart'])
    expect((await call('PUT', '/laboratory', { ...laboratory, weekStart: 'sunday' })).statusCode).toBe(200)
    expect(await facts()).toMatchObject({ weekStart: 'sunday' })
    expect(await lastAudit('laboratory')).toMatchObject({
      action: 'laboratory.changed',
      before: { weekStart: 'locale' },
      after: { weekStart: 'sunday' },
    })
  })

  it('a manager confirms the texts in Twi once, and withdraws that; both are audited', async () => {
    const { twi } = await read()
    expect(twi).toMatchObject({ confirmed: false, by: null })
    const confirm = (confirmed: boolean, version: string, by = manager) =>
      call('PUT', '/twi', { confirmed, version }, by)
    expect((await confirm(true, twi.version, technician)).statusCode).toBe(403)
    const both = await Promise.all([confirm(true, twi.version), confirm(true, twi.version, other)])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    const after = (await read()).twi
    expect(after).toMatchObject({
      confirmed: true,
      by: { name: expect.stringMatching(/^(Mansa|Otu) Manager$/), at: lab.clock.now().toISOString() },
    })
    expect(await lastAudit('laboratory')).toMatchObject({
      action: 'twi.confirmed',
      after: { confirmed: true },
    })
    await expect(lab.pool.query('update laboratory set twi_confirmed_by = null')).rejects.toThrow(
      /laboratory_twi_confirmed/,
    )
    expect((await confirm(false, after.version)).statusCode).toBe(200)
    expect((await read()).twi).toMatchObject({ confirmed: false, by: null })
    expect(await lastAudit('laboratory')).toMatchObject({ action: 'twi.reopened' })
  })

  it('an invalid address is refused with its field', async () => {
    const { laboratory } = await read()
    const answer = await call('PUT', '/laboratory', {
      ...laboratory,
      name: ' ',
      email: 'nobody',
      phone: 'call',
    })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(fieldsOf(answer) ?? {}).sort()).toEqual(['email', 'name', 'phone'])
  })

  it('of two concurrent changes of settings one is refused', async () => {
    const { laboratory } = await read()
    const answers = await Promise.all([
      call('PUT', '/laboratory', { ...laboratory, name: 'One' }, manager),
      call('PUT', '/laboratory', { ...laboratory, name: 'Other' }, other),
    ])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json().code).toBe('changed_meanwhile')
  })

  it('unchanged settings write no audit entry', async () => {
    const count = async () => (await lab.pool.query('select count(*) as n from audit')).rows[0].n
    const before = await count()
    const { laboratory } = await read()
    expect((await call('PUT', '/laboratory', laboratory)).statusCode).toBe(200)
    expect(await count()).toBe(before)
  })
})

describe('the rules of booking', () => {
  it('changed booking rules apply to the next booking', async () => {
    const { booking } = await read()
    const change = { ...booking, horizonDays: 3, stepMinutes: 20, cutOffMinutes: 600 }
    expect((await call('PUT', '/booking', change)).statusCode).toBe(200)
    const answer = await lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: { ...bookingBody, scheduledDate: '2026-03-20' },
    })
    expect(answer.json().message).toBe('Appointments can be booked up to 3 days ahead')
    expect(await facts()).toMatchObject({ booking: { horizonDays: 3, stepMinutes: 20, cutOffMinutes: 600 } })
    const { version } = (await read()).booking
    expect((await call('PUT', '/booking', { ...booking, version })).statusCode).toBe(200)
  })

  it('a larger buffer leaves booked visits on their chairs', async () => {
    const at = (scheduleTime: string) => ({ scheduledDate: '2026-03-13', scheduleTime })
    const visits = []
    for (const time of ['09:00', '09:15']) {
      for (const { number } of (await site()).chairs) visits.push({ number, ...(await booked(at(time))) })
    }
    const { booking } = await read()
    expect((await call('PUT', '/booking', { ...booking, bufferMinutes: 10 })).statusCode).toBe(200)
    const place = async ({ id }: { id: string }) =>
      (await lab.pool.query('select chair, during::text, contact from visit where id = $1', [id])).rows[0]
    const edit = (id: string, body: object) =>
      lab.call('PUT', `/api/labtest/update-appointments/${id}`, {
        by: ama,
        body: { ...bookingBody, ...body },
      })
    for (const visit of visits) {
      const before = await place(visit)
      const mended = await edit(visit.id, {
        ...at(visit.scheduledDate.slice(11, 16)),
        ...person('Ama', { contact: '0240000001' }),
      })
      expect(mended.statusCode, mended.body).toBe(200)
      expect(await place(visit)).toEqual({ ...before, contact: '0240000001' })
    }
    const moved = await edit(visits[0].id, at('11:00'))
    expect(moved.statusCode, moved.body).toBe(200)
    const { during } = await place(visits[0])
    expect(during).toMatch(/11:00:00.*11:25:00/)
    const { version } = (await read()).booking
    expect((await call('PUT', '/booking', { ...booking, version })).statusCode).toBe(200)
  })

  it('booking rules outside their limits are refused', async () => {
    const { booking } = await read()
    const answer = await call('PUT', '/booking', {
      ...booking,
      horizonDays: 0,
      holdMinutes: 61,
      stepMinutes: 2.5,
      bufferMinutes: 'none',
    })
    expect(fieldsOf(answer)).toEqual({
      horizonDays: ['The horizon must be at least 1'],
      holdMinutes: ['The time of a hold can be at most 60'],
      stepMinutes: expect.arrayContaining(['The step must be a whole number']),
      bufferMinutes: ['The buffer must be a number'],
    })
  })
})

describe('opening hours', () => {
  it('opening hours of a week, with breaks, take effect at once', async () => {
    const { id, hours } = await site()
    const week = [
      { weekday: 2, opens: '13:00', closes: '17:00' },
      { weekday: 2, opens: '08:00', closes: '12:00' },
      { weekday: 3, opens: '00:00', closes: '24:00' },
    ]
    expect((await call('PUT', `/sites/${id}/hours`, { week, version: hours.version })).statusCode).toBe(200)
    const times = async (day: string) => {
      const { days } = (await lab.call('GET', `/api/availability?from=${day}&to=${day}`)).json()
      return days[0].starts.map((start: { time: string }) => start.time)
    }
    const tuesday = await times('2026-03-10')
    expect([tuesday[0], tuesday.at(-1)]).toEqual(['08:00', '16:45'])
    expect(tuesday).not.toContain('12:00')
    expect(await times('2026-03-11')).toHaveLength(96)
    expect(await times('2026-03-12')).toEqual([])
    expect(await lastAudit('site')).toMatchObject({
      action: 'site.hours_changed',
      after: { hours: ['Tuesday 08:00–12:00', 'Tuesday 13:00–17:00', 'Wednesday 00:00–24:00'] },
    })
    const { version } = (await site()).hours
    expect((await call('PUT', `/sites/${id}/hours`, { week: hours.week, version })).statusCode).toBe(200)
  })

  it('overlapping or reversed opening hours are refused with their position', async () => {
    const { id, hours } = await site()
    const put = (week: object[]) => call('PUT', `/sites/${id}/hours`, { week, version: hours.version })
    const overlapping = await put([
      { weekday: 1, opens: '08:00', closes: '12:00' },
      { weekday: 1, opens: '11:00', closes: '13:00' },
    ])
    expect(fieldsOf(overlapping)).toEqual({ 'week.1.opens': ['These hours overlap others of the same day'] })
    const backwards = await put([{ weekday: 1, opens: '18:00', closes: '08:00' }])
    expect(fieldsOf(backwards)).toEqual({ 'week.0.closes': ['The laboratory must close after it opens'] })
    expect((await put([{ weekday: 7, opens: '8', closes: '25:00' }])).statusCode).toBe(400)
  })
})

describe('chairs', () => {
  const chairs = async () => (await site()).chairs as { number: number; name: string; version: string }[]
  const put = async (number: number, change: object, by = manager) => {
    const { id, chairs: all } = await site()
    const { number: _, ...chair } = all.find((one: { number: number }) => one.number === number)
    return call('PUT', `/sites/${id}/chairs/${number}`, { ...chair, ...change }, by)
  }

  it('a new chair gets the next number and can be booked at once', async () => {
    const { id } = await site()
    const answer = await call('POST', `/sites/${id}/chairs`, { name: 'By the window' })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json().number).toBe(5)
    const at = { scheduledDate: '2026-03-11', scheduleTime: '10:00' }
    for (let visit = 0; visit < 5; visit++) await booked(at)
    const full = await lab.call('POST', '/api/labtest/book', { by: ama, body: { ...bookingBody, ...at } })
    expect(full.statusCode).toBe(409)
  })

  it('the names of a site’s chairs are unique', async () => {
    const { id } = await site()
    const taken = { name: ['There is a chair of this name already'] }
    expect(fieldsOf(await call('POST', `/sites/${id}/chairs`, { name: 'BY THE WINDOW' }))).toEqual(taken)
    expect(fieldsOf(await put(2, { name: 'Chair 1' }))).toEqual(taken)
    expect((await put(2, { name: 'Quiet room' })).statusCode).toBe(200)
    expect(await lastAudit('chair')).toMatchObject({
      before: { name: 'Chair 2' },
      after: { name: 'Quiet room' },
    })
  })

  it('a chair with upcoming visits stays in use, and the refusal names them', async () => {
    const answer = await put(5, { active: false })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({ code: 'not_possible_now' })
    expect(answer.json().message).toMatch(
      /^Now a visit is booked there\. .*: Ama Mensah on 2026-03-11 at 10:00 \([0-9A-Z]{8}\)\.$/,
    )
    await lab.pool.query("update visit set status = 'cancelled' where chair = 5")
    expect((await put(5, { active: false })).statusCode).toBe(200)
    expect((await put(5, { active: true })).statusCode).toBe(200)
  })

  it('no booking is lost when a chair is taken out of use at the same moment', async () => {
    const at = { scheduledDate: '2026-03-12', scheduleTime: '10:00' }
    const booking = Array.from({ length: 5 }, () =>
      lab.call('POST', '/api/labtest/book', { by: ama, body: { ...bookingBody, ...at } }),
    )
    const taking = [1, 2, 3, 4, 5].map((number) => put(number, { active: false }))
    await Promise.all([...booking, ...taking])
    const { rows } = await lab.pool.query(
      `select v.id from visit v join chair c on c.site_id = v.site_id and c.number = v.chair
       where v.status = 'booked' and not c.active`,
    )
    expect(rows).toEqual([])
    for (const { number } of await chairs())
      expect((await put(number, { active: true })).statusCode).toBe(200)
  })

  it('the last chair in use stays in use', async () => {
    await lab.pool.query("update visit set status = 'cancelled' where status = 'booked'")
    for (const number of [1, 2, 3, 4]) expect((await put(number, { active: false })).statusCode).toBe(200)
    expect((await put(5, { active: false })).json().message).toContain('the last chair in use')
    for (const number of [1, 2, 3, 4]) expect((await put(number, { active: true })).statusCode).toBe(200)
  })

  it('of two concurrent changes of a chair one is refused', async () => {
    const { id } = await site()
    const { version, active } = (await site()).chairs[2]
    const rename = (name: string, by: Person) =>
      call('PUT', `/sites/${id}/chairs/3`, { name, active, version }, by)
    const answers = await Promise.all([rename('By the door', manager), rename('At the wall', other)])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 409])
  })
})

describe('sites', () => {
  it('a new site has hours and chairs, a unique name, and is shown to everyone', async () => {
    const answer = await call('POST', '/sites', { name: 'Tema', timeZone: 'Africa/Accra', chairs: 2 })
    expect(answer.statusCode, answer.body).toBe(201)
    const tema = (await read()).sites.find((one: { name: string }) => one.name === 'Tema')
    expect(tema.chairs.map((chair: { name: string }) => chair.name)).toEqual(['Chair 1', 'Chair 2'])
    expect((await facts()).sites).toHaveLength(2)
    const again = await call('POST', '/sites', { name: 'TEMA', timeZone: 'Africa/Accra', chairs: 2 })
    expect(fieldsOf(again)).toEqual({ name: ['There is a site of this name already'] })
    const nowhere = await call('POST', '/sites', { name: 'Moon', timeZone: 'Moon/Base', chairs: 0 })
    expect(fieldsOf(nowhere)).toEqual({
      timeZone: ['Give a time zone like Africa/Accra'],
      chairs: ['The number of chairs must be at least 1'],
    })
  })

  it('a site keeps its time zone while visits are upcoming', async () => {
    const { id, name, version } = await site()
    const move = (timeZone: string) => call('PUT', `/sites/${id}`, { name, timeZone, version })
    const visit = await booked({ scheduledDate: '2026-03-13', scheduleTime: '10:00', siteId: id })
    expect((await move('Africa/Lagos')).json().message).toContain(visit.reference)
    expect(
      (await call('PUT', `/sites/${id}`, { name: 'Accra', timeZone: 'Africa/Accra', version })).statusCode,
    ).toBe(200)
    await lab.call('DELETE', `/api/labtest/appointment/${visit.id}/cancel`, { by: ama })
    expect((await move('Africa/Lagos')).json().code).toBe('changed_meanwhile')
  })
})

/** A complete PNG of one pixel. */
function png(): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    const crc = Buffer.alloc(4)
    crc.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, crc])
  }
  const header = Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0, 0])
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from([0, 200, 100, 50]))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff
  for (const byte of bytes) {
    crc ^= byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  return (crc ^ 0xffffffff) >>> 0
}

describe('the logo', () => {
  const send = (bytes: Buffer, by = manager) =>
    lab.call('PUT', '/api/settings/logo', {
      by,
      body: bytes,
      headers: { 'content-type': 'application/octet-stream' },
    })

  it('a logo is recognised by its content and has a public address', async () => {
    expect((await lab.call('GET', '/api/laboratory/logo')).statusCode).toBe(404)
    const answer = await send(png())
    expect(answer.statusCode, answer.body).toBe(200)
    const { logo } = await facts()
    expect(logo).toBe(answer.json().logo)
    const picture = await lab.call('GET', logo)
    expect(picture.headers['content-type']).toBe('image/png')
    expect(picture.rawPayload.equals(png())).toBe(true)
    expect(await lastAudit('laboratory')).toMatchObject({ action: 'logo.changed', before: { logo: null } })
  })

  it('a logo that is a page, a PDF, truncated or too large is refused', async () => {
    for (const bytes of ['<svg onload="alert(1)">', '%PDF-1.7\n%%EOF', 'hello']) {
      expect((await send(Buffer.from(bytes))).statusCode, bytes).toBe(415)
    }
    expect((await send(png().subarray(0, 40))).statusCode).toBe(415)
    expect((await send(Buffer.alloc(204_801))).statusCode).toBe(413)
    expect((await send(png(), technician)).statusCode).toBe(403)
  })

  it('the logo can be removed', async () => {
    expect((await call('DELETE', '/logo')).statusCode).toBe(200)
    expect((await facts()).logo).toBeNull()
    expect(await lastAudit('laboratory')).toMatchObject({
      action: 'logo.removed',
      before: { logo: createHash('sha256').update(png()).digest('hex') },
      after: { logo: null },
    })
    expect((await call('DELETE', '/logo')).statusCode).toBe(200)
  })
})

type Touched = {
  id: string
  version: number
  fullName: string
  proposal: string | null
  alternatives: string[]
}

describe('a closure', () => {
  let days = 0
  let day: string
  beforeEach(() => {
    day = `2026-06-${String(++days).padStart(2, '0')}`
  })
  const times = (from = '08:00', to = '12:00') => ({ from: `${day}T${from}`, to: `${day}T${to}` })
  const preview = async (body: object) => {
    const answer = await call('POST', '/closures/preview', body)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json().visits as Touched[]
  }
  const close = (body: object, by = manager) =>
    call('POST', '/closures', { ...times(), reason: 'Water is off', ...body }, by)
  const visit = (fullName: string, scheduleTime: string, change: object = {}) =>
    booked({ ...person(fullName), scheduledDate: day, scheduleTime, ...change })
  const moves = (touched: Touched[]) =>
    touched.map(({ id, version, proposal }) => ({ action: 'move', id, version, start: proposal }))
  const startOf = async (id: string) =>
    (await lab.call('GET', `/api/labtest/appointment/${id}`, { by: manager })).json().scheduledDate

  it('the preview of a closure lists its visits, each with a free time near by', async () => {
    await visit('First', '08:00')
    await visit('Second', '08:00', { priority: 'high' })
    await visit('Ends as it begins', '07:45')
    await visit('Begins as it ends', '12:00')
    const touched = await preview(times())
    expect(touched.map(({ fullName }) => fullName).sort()).toEqual(['First', 'Second'])
    for (const one of touched) {
      expect(one.proposal).not.toBeNull()
      expect(one.alternatives).toHaveLength(3)
    }
    // Starts at 07:45 are nearer than those at noon, and only one of the five chairs is taken.
    expect(touched.map(({ proposal }) => proposal)).toEqual([`${day}T07:45:00.000Z`, `${day}T07:45:00.000Z`])
  })

  it('a closure with two decisions for one visit and none for another is refused', async () => {
    const one = await visit(
      'Named twice',
      '08:00',
      person('Named twice', { email: `twice${days}@home.test` }),
    )
    const two = await visit('Left out', '09:00')
    const twice = [1, 2].map(() => ({ action: 'message', id: one.id, version: 1 }))
    const why = { 'visits.1.id': ['This visit is decided for twice'] }
    expect((await close({ visits: twice })).json().fields).toEqual(why)
    const all = [one, two].map(({ id }) => ({ action: 'message', id, version: 1 }))
    const { id } = (await close({ visits: all })).json()
    const told = async () =>
      (
        await lab.pool.query(
          `select count(*) as n from outbox where kind = 'visit_closed_out' and payload ->> 'visitId' = $1`,
          [one.id],
        )
      ).rows[0].n
    expect(await told()).toBe(1)
    expect((await call('PUT', `/closures/${id}/visits`, { visits: twice })).json().fields).toEqual(why)
    expect(await told()).toBe(1)
  })

  it('a closure moves, asks and cancels in one action, notifies the patients and refuses bookings from then on', async () => {
    const [one, two, three] = [
      await visit('Moved', '08:00', person('Moved', { email: `moved${days}@home.test` })),
      await visit('Asked', '09:00', person('Asked', { email: `asked${days}@home.test` })),
      await visit('Cancelled', '10:00', person('Cancelled', { email: `gone${days}@home.test` })),
    ]
    const touched = await preview(times())
    const [move] = moves(touched.filter(({ id }) => id === one.id))
    const of = (id: string) => ({ id, version: 1 })
    const answer = await close({
      visits: [move, { action: 'message', ...of(two.id) }, { action: 'cancel', ...of(three.id) }],
    })
    expect(answer.statusCode, answer.body).toBe(201)
    expect(answer.json()).toMatchObject({
      message:
        'The laboratory will be closed. 1 visit moved, 1 patient asked for another time, 1 visit cancelled.',
      moved: 1,
      messaged: 1,
      cancelled: 1,
    })
    expect(await startOf(one.id)).toBe(move?.start)
    expect((await lab.lastMailTo(`moved${days}@home.test`)).subject).toContain('was changed')
    expect((await lab.lastMailTo(`asked${days}@home.test`)).text).toContain('Water is off')
    expect((await lab.lastMailTo(`gone${days}@home.test`)).subject).toContain('had to cancel')
    const refused = await lab.call('POST', '/api/labtest/book', {
      by: ama,
      body: { ...bookingBody, scheduledDate: day, scheduleTime: '08:30' },
    })
    expect(refused.json().message).toBe('The laboratory is closed at this time: Water is off')
    const { closures } = (await call('GET', '/closures')).json()
    expect(closures.find((closure: { id: string }) => closure.id === answer.json().id)).toMatchObject({
      reason: 'Water is off',
      visits: 1,
    })
    expect(await lastAudit('closure')).toMatchObject({ action: 'closure.added', reason: 'Water is off' })
  })

  it('a closure with one impossible move changes nothing', async () => {
    const [one, two] = [await visit('Could move', '08:00'), await visit('Cannot', '09:00')]
    for (let chair = 0; chair < 5; chair++) await visit(`Sits ${chair}`, '15:00')
    const answer = await close({
      visits: [
        { action: 'move', id: one.id, version: 1, start: `${day}T14:00:00Z` },
        { action: 'move', id: two.id, version: 1, start: `${day}T15:00:00Z` },
      ],
    })
    expect(answer.statusCode).toBe(409)
    expect(fieldsOf(answer)).toEqual({ 'visits.1.start': ['Cannot: This slot is already booked.'] })
    expect(await startOf(one.id)).toBe(`${day}T08:00:00.000Z`)
    expect(
      (await lab.pool.query('select from closure where during && $1', [`[${day} 08:00,${day} 09:00)`])).rows,
    ).toEqual([])
  })

  it('a visit cannot be moved into the closure or another closed time', async () => {
    const one = await visit('Somebody', '08:00')
    const into = (start: string) => close({ visits: [{ action: 'move', id: one.id, version: 1, start }] })
    expect(fieldsOf(await into(`${day}T09:00:00Z`))).toEqual({
      'visits.0.start': ['Somebody: The laboratory is closed at this time: Water is off'],
    })
    expect(fieldsOf(await into(`${day}T21:00:00Z`))).toHaveProperty(['visits.0.start'])
  })

  it('a closure is refused if its visits have changed since the preview', async () => {
    const one = await visit('Was there', '08:00')
    const touched = await preview(times())
    await visit('Came after', '09:00')
    const answer = await close({ visits: moves(touched) })
    expect(answer.json().code).toBe('changed_meanwhile')
    expect(await startOf(one.id)).toBe(`${day}T08:00:00.000Z`)
    const again = await close({ visits: moves(await preview(times())) })
    expect(again.statusCode, again.body).toBe(201)
  })

  it('no visit is left in a closure, also with concurrent bookings', async () => {
    const people = await Promise.all(Array.from({ length: 24 }, () => lab.signUpPatient()))
    const quarter = (index: number) => `${8 + Math.floor(index / 8)}:${['00', '15', '30', '45'][index % 4]}`
    const booking = people.map((by, index) =>
      lab.call('POST', '/api/labtest/book', {
        by,
        body: { ...bookingBody, scheduledDate: day, scheduleTime: quarter(index).padStart(5, '0') },
      }),
    )
    const closing = (async () => {
      for (let tries = 0; tries < 20; tries++) {
        const answer = await close({ visits: moves(await preview(times())) })
        if (answer.statusCode === 201) return answer
        expect(['changed_meanwhile', 'slot_taken', 'busy']).toContain(answer.json().code)
      }
      throw new Error('The site could not be closed')
    })()
    const [closed, ...bookings] = await Promise.all([closing, ...booking])
    expect(closed.statusCode).toBe(201)
    for (const answer of bookings) expect([201, 400]).toContain(answer.statusCode)
    const { rows } = await lab.pool.query(
      `select v.id from visit v join closure c on c.site_id = v.site_id and v.during && c.during
       where v.status = 'booked' and c.id = $1`,
      [closed.json().id],
    )
    expect(rows).toEqual([])
    expect(await chairClashes(lab)).toEqual([])
  })

  it('two managers can close different days at the same moment', async () => {
    const [mine] = [times('08:00', '09:00')]
    const answers = await Promise.all([
      close({ ...mine, visits: [] }, manager),
      close({ from: '2026-07-20T08:00', to: '2026-07-20T09:00', visits: [] }, other),
    ])
    expect(answers.map((answer) => answer.statusCode)).toEqual([201, 201])
  })

  it('the visits of a closure can be decided later, and the closure can be removed', async () => {
    const one = await visit(
      'Asked first',
      '08:00',
      person('Asked first', { email: `first${days}@home.test` }),
    )
    const { id } = (await close({ visits: [{ action: 'message', id: one.id, version: 1 }] })).json()
    const inside = (await call('GET', `/closures/${id}/visits`)).json()
    expect(inside).toMatchObject({ closure: { visits: 1 }, visits: [{ id: one.id }] })
    const answer = await call('PUT', `/closures/${id}/visits`, { visits: moves(inside.visits) })
    expect(answer.json()).toMatchObject({ moved: 1, message: '1 visit moved.' })
    expect((await call('GET', `/closures/${id}/visits`)).json().visits).toEqual([])
    expect((await call('DELETE', `/closures/${id}`)).statusCode).toBe(200)
    expect((await call('DELETE', `/closures/${id}`)).statusCode).toBe(404)
    await visit('After it', '08:15')
  })

  it('a patient without an address cannot be asked if there is no SMS gateway', async () => {
    const one = await booked(
      { ...person('No mail', { email: '' }), scheduledDate: day, scheduleTime: '08:00' },
      technician,
    )
    const answer = await close({ visits: [{ action: 'message', id: one.id, version: 1 }] })
    expect(fieldsOf(answer)).toEqual({
      'visits.0.action': [
        expect.stringContaining('No mail has no address and cannot be sent an SMS: call +233 24 123 4567'),
      ],
    })
  })

  it('a closure needs a start, a later end and a reason', async () => {
    expect(fieldsOf(await close({ ...times('12:00', '08:00'), visits: [] }))).toEqual({
      to: ['The laboratory must open again after it closes'],
    })
    expect(fieldsOf(await close({ from: '2026-02-01T08:00', to: '2026-02-01T09:00', visits: [] }))).toEqual({
      to: ['This time has passed'],
    })
    expect(fieldsOf(await close({ from: '2026-02-30T08:00', reason: '', visits: [] }))).toEqual({
      from: ['This date does not exist'],
      reason: ['Reason is required'],
    })
  })
})
