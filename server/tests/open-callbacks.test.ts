import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { CriticalContact, CriticalVisit } from '#contract/results.ts'
import { deliverOutbox, escalateCallbacks } from '#server/modules/notifications/index.ts'
import { minutes } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let rita: Person
let task: string
beforeEach(async () => {
  ;({ lab, bench, ama, hana, rita } = await openBench())
  ;({ task } = await bench.started(ama, hana))
  expect((await bench.enter(task, { ...normalCount, HGB: 6.5 }, 0, hana)).statusCode).toBe(200)
})
afterEach(() => lab.close())

const open = async (by: Person): Promise<CriticalVisit[]> => {
  const answer = await lab.call('GET', '/api/Labtask/callbacks', { by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().visits
}
const openIds = async (by: Person) => (await open(by)).flatMap(({ values }) => values.map(({ id }) => id))
const sayContact = ({ name, phone, kind }: CriticalContact) => [name, phone, kind]
/** A separate site, to which an account is limited. */
async function limitElsewhere(person: Person): Promise<void> {
  const added = await lab.call('POST', '/api/settings/sites', {
    by: await lab.makeStaff('admin'),
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
  })
  await lab.pool.query('insert into account_site values ($1, $2)', [person.accountId, added.json().id])
}

describe('open critical values', () => {
  it('open critical values are listed with their due times and contacts', async () => {
    const answer = await lab.call('GET', '/api/Labtask/callbacks', { by: rita })
    expect(answer.json()).toEqual({
      now: '2026-03-09T08:30:00.000Z',
      total: 1,
      visits: [
        {
          visitId: expect.any(String),
          reference: expect.any(String),
          patient: 'Ama Mensah',
          site: 'Main laboratory',
          timeZone: 'Africa/Accra',
          values: [
            {
              id: expect.any(String),
              taskId: task,
              test: 'Full Blood Count',
              analyte: 'HGB',
              value: '6.5 g/dL',
              limit: 'below 7.0',
              openedAt: '2026-03-09T08:30:00.000Z',
              dueAt: '2026-03-09T09:00:00.000Z',
              holder: { name: 'Hana Haematologist', isMe: false },
            },
          ],
          calls: [],
          contacts: [
            { name: 'Ama Mensah', phone: '+233 24 123 4567', email: expect.any(String), kind: 'patient' },
          ],
        },
      ],
    })
  })

  it('the open critical values of a visit are listed together, with units as they are printed', async () => {
    await bench.enter(task, { ...normalCount, HGB: 6.5, PLT: 9 }, 1, hana)
    const second = await bench.started(ama, hana)
    await bench.enter(second.task, { ...normalCount, HGB: 5.5 }, 0, hana)
    const visits = await open(rita)
    expect(visits.map(({ values }) => values.map(({ analyte, value }) => `${analyte} ${value}`))).toEqual([
      ['HGB 6.5 g/dL', 'PLT 9 10³/µL'],
      ['HGB 5.5 g/dL'],
    ])
    const answer = await lab.call('GET', '/api/Labtask/callbacks', { by: rita })
    expect(answer.json().total).toBe(3)
  })

  it('an open critical value also names the account that booked for another person', async () => {
    const esi = await bench.started(ama, hana, ['Full Blood Count'], { fullName: 'Esi Badu' })
    await lab.pool.query(`update account set phone = '+233 20 000 0009' where id = $1`, [ama.accountId])
    await bench.enter(esi.task, { ...normalCount, HGB: 6.1 }, 0, hana)
    const found = (await open(rita)).find(({ patient }) => patient === 'Esi Badu')
    expect(found?.contacts?.map(sayContact)).toEqual([
      ['Esi Badu', '+233 24 123 4567', 'patient'],
      ['Ama Mensah', '+233 20 000 0009', 'other'],
    ])
  })

  it('an account that booked and no longer opens the record is no contact of an open critical value', async () => {
    const esi = await bench.started(ama, hana, ['Full Blood Count'], { fullName: 'Esi Badu' })
    await bench.enter(esi.task, { ...normalCount, HGB: 6.1 }, 0, hana)
    await lab.pool.query(
      'delete from account_person where account_id = $1 and person_id = (select person_id from visit where id = $2)',
      [ama.accountId, esi.visitId],
    )
    const found = (await open(rita)).find(({ patient }) => patient === 'Esi Badu')
    expect(found?.contacts?.map(sayContact)).toEqual([['Esi Badu', '+233 24 123 4567', 'patient']])
  })

  it('an open critical value also has the patient’s numbers on record, and everybody who opens the record', async () => {
    const kofi = await lab.signUpPatient({ fullName: 'Kofi Mensah' })
    await lab.pool.query(`update account set phone = '+233 20 000 0007' where id = $1`, [kofi.accountId])
    const { rows } = await lab.pool.query('select person_id from account_person where account_id = $1', [
      ama.accountId,
    ])
    const person = rows[0].person_id
    await lab.pool.query(
      `insert into account_person (account_id, number, person_id, kind, since)
        select $1, coalesce(max(number), 0) + 1, $2, 'parent', now() from account_person where account_id = $1`,
      [kofi.accountId, person],
    )
    await lab.pool.query(
      `insert into person_phone (person_id, position, phone) values ($1, 1, '024 123 4567'), ($1, 2, '+233 50 000 0002')`,
      [person],
    )
    expect((await open(rita))[0]?.contacts?.map(sayContact)).toEqual([
      ['Ama Mensah', '+233 24 123 4567', 'patient'],
      ['Ama Mensah', '+233 50 000 0002', 'patient'],
      ['Kofi Mensah', '+233 20 000 0007', 'parent'],
    ])
  })

  it('an open critical value counts unsuccessful calls, and leaves the list once it is reported', async () => {
    const ids = await openIds(hana)
    await bench.tryCall(ids, hana, { called: 'Ama', outcome: 'not_reached' })
    expect(await open(rita)).toMatchObject([{ calls: [{ called: 'Ama', outcome: 'not_reached' }] }])
    await bench.tell(ids, rita, { toldTo: 'Ama' })
    expect(await open(hana)).toEqual([])
  })

  it('one call about several values of a visit is listed once and closes all of them', async () => {
    await bench.enter(task, { ...normalCount, HGB: 6.5, PLT: 9 }, 1, hana)
    const ids = await openIds(rita)
    const tried = await bench.tryCall(ids, hana, { called: 'Ama', outcome: 'left_message' })
    expect(tried.json()).toEqual({
      message: 'The attempt is recorded. The values still have to be reported.',
    })
    expect((await open(rita))[0]?.calls).toHaveLength(1)
    expect((await bench.tell(ids, rita)).json()).toEqual({
      message: 'The call is recorded: Dr Boateng was informed.',
    })
    expect(await open(rita)).toEqual([])
    const { rows } = await lab.pool.query(
      `select action from audit where action like 'critical.%' order by id`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      ...['critical.tried', 'critical.tried'],
      ...['critical.told', 'critical.told'],
    ])
  })

  it('a call is recorded for all of its values or, if one was corrected meanwhile, for none', async () => {
    await bench.enter(task, { ...normalCount, HGB: 6.5, PLT: 9 }, 1, hana)
    const ids = await openIds(rita)
    await bench.enter(task, { ...normalCount, HGB: 6.5, PLT: 8 }, 2, hana)
    expect((await bench.tell(ids, rita)).json()).toMatchObject({ code: 'changed_meanwhile' })
    expect((await open(rita))[0]?.values).toHaveLength(2)
    expect((await bench.tell(await openIds(rita), rita)).statusCode).toBe(200)
  })

  it('a call about values of two visits is refused', async () => {
    const second = await bench.started(ama, hana)
    await bench.enter(second.task, { ...normalCount, HGB: 5.5 }, 0, hana)
    expect((await bench.tell(await openIds(rita), rita)).json().fields).toEqual({
      callbacks: ['A call is about the values of one visit'],
    })
    expect(await open(rita)).toHaveLength(2)
  })

  it('of two people who note the call about the same values at once, one succeeds', async () => {
    await bench.enter(task, { ...normalCount, HGB: 6.5, PLT: 9 }, 1, hana)
    const ids = await openIds(rita)
    const answers = await Promise.all([bench.tell(ids, rita), bench.tell(ids.toReversed(), hana)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  })

  it('open critical values are limited to the caller’s specialty and site, with phone numbers by permission, and refused to patients', async () => {
    expect((await lab.call('GET', '/api/Labtask/callbacks', { by: ama })).statusCode).toBe(403)
    expect((await lab.call('GET', '/api/Labtask/callbacks')).statusCode).toBe(401)
    expect(await open(await lab.makeStaff('technician'))).toEqual([])
    expect(await open(await lab.makeStaff('admin'))).toHaveLength(1)
    const tina = await bench.skilled('Tina')
    await lab.pool.query(`update account set permissions = '{}' where id = $1`, [tina.accountId])
    expect(await open(tina)).toMatchObject([{ patient: 'Ama Mensah', contacts: null }])
    await limitElsewhere(tina)
    expect(await open(tina)).toEqual([])
  })
})

describe('the notice of an overdue critical value', () => {
  // A session ends after half an hour without activity.
  const later = async (most: number) => {
    for (let left = most; left > 0; left -= 15) {
      lab.clock.advance(minutes(Math.min(15, left)))
      await open(rita)
    }
    await escalateCallbacks(lab.context)
    await deliverOutbox(lab.context)
  }
  const notices = async (by: Person) =>
    (await lab.call('GET', '/api/notifications', { by }))
      .json()
      .rows.map(({ about, link }: { about: string; link: string }) => ({ about, link }))

  it('an overdue value has one notice, however often it was sent, which links to it', async () => {
    await bench.enter(task, { ...normalCount, HGB: 6.5, PLT: 9 }, 1, hana)
    const links = (await openIds(rita)).map((id) => `/tasks/${task}#callback-${id}`)
    expect(links).toHaveLength(2)
    await later(31)
    await later(31)
    const notified = await notices(rita)
    expect(notified.map(({ link }: { link: string }) => link).sort()).toEqual(links.sort())
    expect(notified.map(({ about }: { about: string }) => about).sort()).toEqual([
      'Value 1 of 2 of this test. Due by Mon 9 Mar, 09:00',
      'Value 2 of 2 of this test. Due by Mon 9 Mar, 09:00',
    ])
    await bench.tell((await openIds(rita)).slice(0, 1), rita)
    expect((await notices(rita)).map(({ about }: { about: string }) => about).sort()).toEqual([
      'Due by Mon 9 Mar, 09:00',
      'It has been told since.',
    ])
  })

  it('the notice of an overdue value goes only to accounts that can open it', async () => {
    const elsewhere = await lab.makeStaff('technician', { fullName: 'Of another specialty' })
    await later(31)
    const { rows } = await lab.pool.query('select distinct account_id from notice where kind = $1', [
      'callback_overdue',
    ])
    const notified = rows.map(({ account_id }) => account_id)
    expect(notified).toContain(rita.accountId)
    expect(notified).not.toContain(elsewhere.accountId)
  })
})
