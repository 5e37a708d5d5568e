import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { deliverOutbox, escalateCallbacks } from '#server/modules/notifications/index.ts'
import { minutes } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'

let lab: TestApp
let bench: Bench
let hana: Person
let rita: Person
let task: string
let visitId: string
beforeEach(async () => {
  const { ama, ...others } = await openBench()
  ;({ lab, bench, hana, rita } = others)
  ;({ task, visitId } = await bench.started(ama, hana))
  expect((await bench.enter(task, { ...normalCount, HGB: 6.5 }, 0, hana)).statusCode).toBe(200)
})
afterEach(() => lab.close())

const callbacks = async () => (await bench.form(task, hana)).callbacks
const callbackId = async (): Promise<string> => (await callbacks()).at(-1).id
const tryIt = async (body: object, by = hana, id?: string) =>
  bench.tryCall([id ?? (await callbackId())], by, body)
const tell = async (body: object = {}, by = hana) => bench.tell([await callbackId()], by, body)

describe('attempts to report a critical value', () => {
  it('an unsuccessful call is recorded, and the callback stays open', async () => {
    const first = await tryIt({ called: 'Dr Boateng', way: '+233 24 555 0001', outcome: 'not_reached' })
    expect(first.json()).toEqual({ message: 'The attempt is recorded. The value still has to be reported.' })
    lab.clock.advance(minutes(3))
    await tryIt({ called: 'Ward 3', outcome: 'left_message', note: 'With the sister' }, rita)
    const [open] = await callbacks()
    expect(open).toMatchObject({
      toldAt: null,
      dueAt: '2026-03-09T09:00:00.000Z',
      tries: [
        {
          called: 'Dr Boateng',
          way: '+233 24 555 0001',
          outcome: 'not_reached',
          by: 'Hana Haematologist',
          at: '2026-03-09T08:30:00.000Z',
          otherValue: null,
        },
        { called: 'Ward 3', way: '', outcome: 'left_message', note: 'With the sister', by: 'Rita Reviewer' },
      ],
    })
    await bench.complete(task, hana)
    expect((await bench.release([task], rita)).json().message).toContain(
      'A critical value has not been reported yet.',
    )
  })

  it('a successful call closes the callback and is its last attempt', async () => {
    await tryIt({ called: 'Dr Boateng', outcome: 'not_reached' })
    lab.clock.advance(minutes(2))
    expect((await tell({ way: 'Ward telephone', note: 'Read back twice' })).statusCode).toBe(200)
    const [told] = await callbacks()
    expect(told.toldTo).toBe('Dr Boateng')
    expect(told.tries.map(({ outcome, way }: Record<string, string>) => [outcome, way])).toEqual([
      ['not_reached', ''],
      ['reached', 'Ward telephone'],
    ])
    expect((await tryIt({ called: 'Dr Else', outcome: 'not_reached' })).statusCode).toBe(404)
    expect(await audited()).toEqual([
      ['critical.tried', { called: 'Dr Boateng', way: '', outcome: 'not_reached', note: '' }],
      ['critical.told', { toldTo: 'Dr Boateng', way: 'Ward telephone', note: 'Read back twice' }],
    ])
  })

  it('attempts keep the value they were about when it is corrected or removed', async () => {
    await tryIt({ called: 'Dr Boateng', outcome: 'not_reached' })
    const before = await callbackId()
    expect((await bench.enter(task, { ...normalCount, HGB: 5.1 }, 1, hana)).statusCode).toBe(200)
    expect((await tryIt({ called: 'Dr Else', outcome: 'not_reached' }, hana, before)).statusCode).toBe(404)
    expect(await callbacks()).toMatchObject([
      { value: '5.1 g/dL', tries: [{ called: 'Dr Boateng', otherValue: '6.5 g/dL' }] },
    ])
    expect((await bench.enter(task, normalCount, 2, hana)).statusCode).toBe(200)
    expect(await callbacks()).toEqual([])
    const { rows } = await lab.pool.query('select called, value from callback_try')
    expect(rows).toEqual([{ called: 'Dr Boateng', value: '6.5 g/dL' }])
    await expect(lab.superuser.query(`update callback_try set outcome = 'reached'`)).rejects.toThrow(
      'never changed',
    )
    await expect(lab.superuser.query('delete from callback_try')).rejects.toThrow('never changed')
  })

  it('an attempt needs the person called and the outcome', async () => {
    expect((await tryIt({ called: ' ', outcome: 'not_reached' })).json().fields).toEqual({
      called: ['Say who was called'],
    })
    for (const outcome of ['reached', 'told', '']) {
      expect((await tryIt({ called: 'Dr Boateng', outcome })).json().fields).toEqual({
        outcome: ['Say what came of it'],
      })
    }
    expect((await callbacks())[0].tries).toEqual([])
  })

  it('attempts are refused to patients, staff who may not release, and staff of another site', async () => {
    const body = { called: 'Dr Boateng', outcome: 'not_reached' }
    const id = await callbackId()
    expect((await tryIt(body, await lab.signUpPatient(), id)).statusCode).toBe(403)
    const tina = await bench.skilled('Tina')
    await lab.pool.query(`update account set permissions = '{}' where id = $1`, [tina.accountId])
    expect((await tryIt(body, tina, id)).statusCode).toBe(403)
    const manager = await lab.makeStaff('admin')
    const added = await lab.call('POST', '/api/settings/sites', {
      by: manager,
      body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
    })
    await lab.pool.query('insert into account_site values ($1, $2)', [rita.accountId, added.json().id])
    expect((await tryIt(body, rita, id)).statusCode).toBe(404)
    expect((await tryIt(body, manager, id)).statusCode).toBe(200)
    expect((await callbacks())[0].tries).toHaveLength(1)
  })
})

it('the notice of an overdue value counts the attempts, without names or the value', async () => {
  // Sessions expire after half an hour without requests.
  const later = async (most: number) => {
    for (let left = most; left > 0; left -= 15) {
      lab.clock.advance(minutes(Math.min(15, left)))
      await callbacks()
    }
  }
  const overdue = async () => {
    await escalateCallbacks(lab.context)
    await deliverOutbox(lab.context)
    return lab.inbox.mails.filter(({ to }) => to.includes(rita.email)).map(({ text }) => text)
  }
  await later(31)
  expect(await overdue()).toHaveLength(1)
  await tryIt({ called: 'Dr Boateng', way: '+233 24 555 0001', outcome: 'left_message' })
  await later(31)
  const [first, second] = await overdue()
  expect(first).not.toContain('Tried so far')
  expect(second).toContain('Tried so far:\n\n- Mon 9 Mar, 09:01: a message left (Hana Haematologist)')
  expect(second).not.toMatch(/Boateng|555 0001|6\.5/)
})

it('the history of the visit lists the attempts', async () => {
  await tryIt({ called: 'Dr Boateng', outcome: 'not_reached' })
  const by = await lab.makeStaff('admin')
  const history = await lab.call('GET', `/api/labtest/appointment/${visitId}/history`, { by })
  expect(history.body).toContain('critical.tried')
})

async function audited(): Promise<unknown[]> {
  const { rows } = await lab.pool.query(
    `select action, after from audit where action like 'critical.%' and subject_id = $1 order by id`,
    [task],
  )
  return rows.map(({ action, after }) => [action, after])
}
