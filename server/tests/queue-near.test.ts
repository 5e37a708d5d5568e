import { afterAll, beforeAll, expect, it } from 'vitest'
import { tendQueues } from '#server/modules/queue/index.ts'
import { readPicture } from '#server/modules/queue/picture.ts'
import { minutes } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { mainSite, queueOf } from './queue-day.ts'

let lab: TestApp
let queue: ReturnType<typeof queueOf>
let tess: Person
beforeAll(async () => {
  lab = await openTestApp()
  queue = queueOf(lab)
  tess = await lab.makeStaff('technician', { fullName: 'Tess Technician' })
})
afterAll(() => lab.close())

const address = (person: number) => `walker${person}@example.com`
const come = (person: number) =>
  queue.walkedIn(tess, {
    patientDetails: {
      fullName: `Walker ${person}`,
      age: 30,
      gender: 'male',
      contact: '',
      email: address(person),
    },
  })
const told = async (person: number) =>
  (await lab.mailsTo(address(person))).filter(({ subject }) => subject === 'Your turn is near')

it('the message that a turn is near is sent once, and not before it is near', async () => {
  for (const person of [1, 2, 3, 4, 5]) await come(person)
  await tendQueues(lab.context)
  // A patient who has just checked in sees the queue without a message.
  for (const person of [1, 5]) expect(await told(person)).toEqual([])

  lab.clock.advance(minutes(6))
  await Promise.all([tendQueues(lab.context), tendQueues(lab.context), tendQueues(lab.context)])
  for (const person of [1, 2, 3]) expect(await told(person)).toHaveLength(1)
  for (const person of [4, 5]) expect(await told(person)).toEqual([])
  const [mail] = await told(1)
  expect(mail?.text).toContain('you will be called soon at Main laboratory')
  expect(mail?.text).not.toContain('Blood')

  await queue.open(tess, 1)
  await queue.called(tess, 1)
  await tendQueues(lab.context)
  for (const person of [1, 2, 3, 4]) expect(await told(person)).toHaveLength(1)
  expect(await told(5)).toEqual([])
})

it('the message that a turn is near is skipped when it comes too late', async () => {
  const late = 6
  await come(late)
  lab.clock.advance(minutes(6))
  for (const desk of [2, 3]) {
    const other = await lab.makeStaff('technician')
    await queue.open(other, desk)
    await queue.called(other, desk)
  }
  await tendQueues(lab.context)
  lab.clock.advance(minutes(11))
  expect(await told(late)).toEqual([])
  const { rows } = await lab.pool.query(
    `select state, error from outbox where kind = 'turn_near' and recipient = $1`,
    [address(late)],
  )
  expect(rows).toEqual([{ state: 'skipped', error: 'The time for it has passed' }])
})

it('forecasts and messages of a queue read no ended tickets', async () => {
  const other = await lab.makeStaff('technician')
  await queue.open(other, 4)
  const gone = await queue.called(other, 4)
  await lab.call('POST', `/api/queue/ticket/${gone.id}/finish`, { by: other })
  const site = { id: mainSite, timeZone: 'Africa/Accra' }
  const whole = await readPicture(lab.context, site)
  const present = await readPicture(lab.context, site, { ended: false })
  expect(whole.recent.map(({ id }) => id)).toContain(gone.id)
  expect([...present.tickets.values()].filter(({ endedAt }) => endedAt !== null)).toEqual([])
  expect(present.lines).toEqual(whole.lines)
})
