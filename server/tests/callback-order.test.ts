import { afterEach, beforeEach, expect, it } from 'vitest'
import type { CriticalVisit } from '#contract/results.ts'
import { deliverOutbox, escalateCallbacks } from '#server/modules/notifications/index.ts'
import { minutes } from '#server/platform/clock.ts'
import { type Bench, normalCount, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'

let lab: TestApp
let bench: Bench
let hana: Person
let rita: Person
let yaw: Person
let manager: Person
let task: string
beforeEach(async () => {
  const { ama, ...others } = await openBench()
  ;({ lab, bench, hana, rita } = others)
  yaw = await bench.skilled('Yaw Night')
  manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager' })
  ;({ task } = await bench.started(ama, hana))
  expect((await bench.enter(task, { ...normalCount, HGB: 6.5 }, 0, hana)).statusCode).toBe(200)
})
afterEach(() => lab.close())

const path = '/api/laboratory/release-policy'
const setOrder = async (
  callbackOrder: readonly string[],
  { by = manager, ...rules }: { by?: Person } = {},
) => {
  const { version: follows } = (await lab.call('GET', path, { by: manager })).json()
  const usual = { twoPersonRelease: true, callbackMinutes: 30, deltaPercent: 50 }
  return lab.call('PUT', path, { by, body: { ...usual, follows, callbackOrder, ...rules } })
}
const orderOf = (...people: readonly Person[]) => people.map(({ accountId }) => accountId)
/** Sessions expire after half an hour without requests. */
const later = async (most: number) => {
  for (let left = most; left > 0; left -= 15) {
    lab.clock.advance(minutes(Math.min(15, left)))
    for (const by of [hana, rita, yaw, manager]) await lab.call('GET', '/api/Labtask/callbacks', { by })
  }
}
const holder = async (by = hana) => {
  const answer = await lab.call('GET', '/api/Labtask/callbacks', { by })
  const visits: CriticalVisit[] = answer.json().visits
  return visits[0]?.values[0]?.holder
}
const openIds = async () => {
  const answer = await lab.call('GET', '/api/Labtask/callbacks', { by: rita })
  const visits: CriticalVisit[] = answer.json().visits
  return visits.flatMap(({ values }) => values.map(({ id }) => id))
}
const messagesTo = async () => {
  const { rows } = await lab.pool.query(
    `select recipient from outbox where kind = 'callback_overdue' and channel = 'email' and repeats is null order by id`,
  )
  return rows.map(({ recipient }) => recipient)
}
const passings = async () => {
  const { rows } = await lab.pool.query(
    `select after ->> 'to' as "to" from audit where action = 'critical.passed_on' order by id`,
  )
  return rows.map(({ to }) => to)
}

it('a critical value that is not reported in time goes through the order, and after the last to everybody', async () => {
  expect((await setOrder(orderOf(rita, yaw))).statusCode).toBe(200)
  expect(await holder()).toEqual({ name: 'Hana Haematologist', isMe: true })
  await later(29)
  await escalateCallbacks(lab.context)
  expect(await messagesTo()).toEqual([])
  await later(1)
  await escalateCallbacks(lab.context)
  expect(await messagesTo()).toEqual([rita.email])
  expect(await holder(rita)).toEqual({ name: 'Rita Reviewer', isMe: true })
  expect(await holder(hana)).toEqual({ name: 'Rita Reviewer', isMe: false })
  await later(9)
  await escalateCallbacks(lab.context)
  expect(await messagesTo()).toHaveLength(1)
  await later(1)
  await escalateCallbacks(lab.context)
  expect(await messagesTo()).toEqual([rita.email, yaw.email])
  expect(await passings()).toEqual(orderOf(rita, yaw))
  await later(10)
  await escalateCallbacks(lab.context)
  const [, , ...everybody] = await messagesTo()
  expect(everybody.sort()).toEqual([hana, rita, yaw, manager].map(({ email }) => email).sort())
  expect(await passings()).toHaveLength(2)
})

it('two processes that escalate at once pass a critical value on once', async () => {
  await setOrder(orderOf(rita, yaw))
  await later(31)
  await Promise.all([1, 2, 3, 4].map(() => escalateCallbacks(lab.context)))
  expect(await messagesTo()).toEqual([rita.email])
  expect(await passings()).toEqual(orderOf(rita))
})

it('the notice of a value that was passed on says that it is up to its holder to tell, and its e-mail opens the call', async () => {
  await setOrder(orderOf(rita))
  await later(31)
  await escalateCallbacks(lab.context)
  await deliverOutbox(lab.context)
  const { rows } = (await lab.call('GET', '/api/notifications', { by: rita })).json()
  const [id] = await openIds()
  expect(rows).toMatchObject([
    {
      about: 'It is now up to you to tell it. Due by Mon 9 Mar, 09:00',
      link: `/tasks/${task}#callback-${id}`,
    },
  ])
  const [mail] = await lab.mailsTo(rita.email)
  expect(mail?.text).toContain(`/tasks/${task}#callback-${id}`)
})

it('people who may not tell a value are passed over: of another site, of another specialty, deactivated', async () => {
  const kofi = await lab.makeStaff('technician', { fullName: 'Kofi Other Specialty' })
  const added = await lab.call('POST', '/api/settings/sites', {
    by: manager,
    body: { name: 'Kumasi', timeZone: 'Africa/Accra', chairs: 3 },
  })
  await lab.pool.query('insert into account_site values ($1, $2)', [rita.accountId, added.json().id])
  await setOrder(orderOf(kofi, rita, yaw, manager))
  await lab.pool.query(`update account set status = 'Deactivated', deactivated_at = now() where id = $1`, [
    yaw.accountId,
  ])
  await later(31)
  await escalateCallbacks(lab.context)
  expect(await passings()).toEqual(orderOf(manager))
  expect(await holder(rita)).toBeUndefined()
})

it('a value that was reported is not passed on', async () => {
  await setOrder(orderOf(rita, yaw))
  await later(31)
  await escalateCallbacks(lab.context)
  expect((await bench.tell(await openIds(), rita)).statusCode).toBe(200)
  await later(11)
  await escalateCallbacks(lab.context)
  expect(await passings()).toEqual(orderOf(rita))
})

it('a corrected critical value goes through the order again, with a message about the new value', async () => {
  await setOrder(orderOf(rita, yaw))
  await later(31)
  await escalateCallbacks(lab.context)
  await later(10)
  await escalateCallbacks(lab.context)
  expect(await passings()).toEqual(orderOf(rita, yaw))
  await bench.enter(task, { ...normalCount, HGB: 5.1 }, 1, hana)
  expect(await holder()).toEqual({ name: 'Hana Haematologist', isMe: true })
  await escalateCallbacks(lab.context)
  expect(await passings()).toEqual(orderOf(rita, yaw, rita))
  expect(await holder(rita)).toEqual({ name: 'Rita Reviewer', isMe: true })
  const [id] = await openIds()
  await deliverOutbox(lab.context)
  const { rows } = (await lab.call('GET', '/api/notifications', { by: rita })).json()
  expect(rows[0]).toMatchObject({
    about: 'It is now up to you to tell it. Due by Mon 9 Mar, 09:00',
    link: `/tasks/${task}#callback-${id}`,
  })
})

it('a critical value is not passed on to the person who entered it', async () => {
  await setOrder(orderOf(hana, rita))
  await later(30)
  await escalateCallbacks(lab.context)
  await later(10)
  await escalateCallbacks(lab.context)
  expect(await passings()).toEqual(orderOf(rita))
  // Hana's place costs no time: everybody is told when Rita's is over.
  expect(await messagesTo()).toHaveLength(5)
})

it('a critical value goes to the next at once when its holder is deactivated or may not release any more', async () => {
  const tina = await bench.skilled('Tina Third')
  await setOrder(orderOf(rita, yaw, tina))
  await later(31)
  await escalateCallbacks(lab.context)
  await lab.pool.query(`update account set permissions = '{}' where id = $1`, [rita.accountId])
  await escalateCallbacks(lab.context)
  expect(await passings()).toEqual(orderOf(rita, yaw))
  await escalateCallbacks(lab.context)
  expect(await passings()).toHaveLength(2)
  await lab.pool.query(`update account set status = 'Deactivated', deactivated_at = now() where id = $1`, [
    yaw.accountId,
  ])
  await escalateCallbacks(lab.context)
  expect(await passings()).toEqual(orderOf(rita, yaw, tina))
})

it('a change of the order while a critical value is passed on skips nobody and asks nobody twice', async () => {
  const tina = await bench.skilled('Tina Third')
  await setOrder(orderOf(rita, yaw))
  await later(31)
  await escalateCallbacks(lab.context)
  await setOrder(orderOf(tina, rita, yaw))
  for (const more of [[tina], [tina, yaw], [tina, yaw]]) {
    await later(10)
    await escalateCallbacks(lab.context)
    expect(await passings()).toEqual(orderOf(rita, ...more))
  }
  await setOrder(orderOf(manager))
  await escalateCallbacks(lab.context)
  expect(await passings()).toEqual(orderOf(rita, tina, yaw, manager))
})

it('only a manager sets the order, of people who may release, and the history has their names', async () => {
  const tina = await bench.skilled('Tina Trainee')
  await lab.pool.query(`update account set permissions = '{}' where id = $1`, [tina.accountId])
  expect((await setOrder(orderOf(rita), { by: rita })).statusCode).toBe(403)
  for (const wrong of [tina.accountId, '01900000-0000-7000-8000-000000000999']) {
    expect((await setOrder([rita.accountId, wrong])).json().fields).toEqual({
      callbackOrder: ['Choose people who may release results'],
    })
  }
  const saved = await setOrder(orderOf(yaw, rita))
  expect(saved.json().policy).toMatchObject({
    callbackStepMinutes: 10,
    callbackOrder: [
      { id: yaw.accountId, fullName: 'Yaw Night' },
      { id: rita.accountId, fullName: 'Rita Reviewer' },
    ],
    history: [{ changes: [{ field: 'callbackOrder', before: [], after: ['Yaw Night', 'Rita Reviewer'] }] }],
  })
  expect((await lab.call('GET', path, { by: hana })).json().mayHold).not.toContainEqual(
    expect.objectContaining({ fullName: 'Tina Trainee' }),
  )
})

it('two people of the same name are swapped in the order', async () => {
  const namesake = await bench.skilled('Yaw Night')
  await setOrder(orderOf(yaw, namesake))
  const { policy } = (await setOrder(orderOf(namesake, yaw))).json()
  expect(policy.callbackOrder.map(({ id }: { id: string }) => id)).toEqual(orderOf(namesake, yaw))
  expect(policy.history).toMatchObject([
    { changes: [{ field: 'callbackOrder', after: ['Yaw Night', 'Yaw Night'] }] },
    { changes: [{ field: 'callbackOrder', before: [] }] },
  ])
})
