import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { OpenCallback } from '#contract/results.ts'
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

const open = async (by: Person): Promise<OpenCallback[]> => {
  const answer = await lab.call('GET', '/api/Labtask/callbacks', { by })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().callbacks
}
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
      callbacks: [
        {
          id: expect.any(String),
          taskId: task,
          test: 'Full Blood Count',
          analyte: 'HGB',
          value: '6.5 g/dL',
          patient: 'Ama Mensah',
          reference: expect.any(String),
          dueAt: '2026-03-09T09:00:00.000Z',
          tries: 0,
          contacts: [{ name: 'Ama Mensah', phone: '+233 24 123 4567', email: expect.any(String) }],
        },
      ],
    })
  })

  it('an open critical value also names the account that booked for another person', async () => {
    const esi = await bench.started(ama, hana, ['Full Blood Count'], { fullName: 'Esi Badu' })
    await lab.pool.query(`update account set phone = '+233 20 000 0009' where id = $1`, [ama.accountId])
    await bench.enter(esi.task, { ...normalCount, HGB: 6.1 }, 0, hana)
    const found = (await open(rita)).find(({ patient }) => patient === 'Esi Badu')
    expect(found?.contacts?.map(({ name, phone }) => [name, phone])).toEqual([
      ['Esi Badu', '+233 24 123 4567'],
      ['Ama Mensah', '+233 20 000 0009'],
    ])
  })

  it('an open critical value counts unsuccessful calls, and leaves the list once it is reported', async () => {
    const [{ id } = { id: '' }] = await open(hana)
    const path = `/api/Labtask/callback/${id}`
    await lab.call('POST', `${path}/tries`, { by: hana, body: { called: 'Ama', outcome: 'not_reached' } })
    expect(await open(rita)).toMatchObject([{ tries: 1 }])
    await lab.call('POST', path, { by: rita, body: { toldTo: 'Ama', readBack: true } })
    expect(await open(hana)).toEqual([])
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
    const links = (await open(rita)).map(({ id }) => `/tasks/${task}#callback-${id}`)
    expect(links).toHaveLength(2)
    await later(31)
    await later(31)
    const notified = await notices(rita)
    expect(notified.map(({ link }: { link: string }) => link).sort()).toEqual(links.sort())
    expect(notified.map(({ about }: { about: string }) => about).sort()).toEqual([
      'Value 1 of 2 of this test. To be told by Mon 9 Mar, 09:00',
      'Value 2 of 2 of this test. To be told by Mon 9 Mar, 09:00',
    ])
    const [{ id } = { id: '' }] = await open(rita)
    await lab.call('POST', `/api/Labtask/callback/${id}`, {
      by: rita,
      body: { toldTo: 'Ama', readBack: true },
    })
    expect((await notices(rita)).map(({ about }: { about: string }) => about).sort()).toEqual([
      'It has been told since.',
      'To be told by Mon 9 Mar, 09:00',
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
