import { wholeYears } from '#contract/age.ts'
import { collectSamples, listTasks, moveTask, receiveSample } from '#contract/bench.ts'
import { availability, bookAppointment } from '#contract/booking.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { Gender } from '#contract/options.ts'
import { checkInAtDesk, registerWalkIn } from '#contract/queue.ts'
import { callNext, openDesk, startService } from '#contract/queue-desk.ts'
import { releaseResults } from '#contract/reports.ts'
import { closeCallbacks, enterResults } from '#contract/results.ts'
import { identifiers } from '#contract/task-states.ts'
import type { Analyte } from '#server/modules/laboratory/index.ts'
import { type Clock, utcDay } from '#server/platform/clock.ts'
import { entry } from '#server/platform/entry.ts'
import type { DayEvent, DayVisit } from '#simulation/laboratory/events.ts'
import type { Plan } from '#simulation/laboratory/plan.ts'
import type { Random } from '#simulation/random.ts'
import type { DemoAnalysers } from './demo-analysers.ts'
import type { Caller, Calls } from './demo-calls.ts'
import { oneOf } from './draws.ts'
import { patient, testedAt } from './people.ts'
import type { Standing } from './queries-demo.ts'
import { testsOf } from './seed-plan.ts'
import { type Given, plausibleValues } from './values.ts'

/**
 * The staff and patients of a demonstration at work. The simulation decides when somebody does something; the product decides what,
 * for example who is next in the queue.
 */

type Parts = {
  calls: Calls
  plan: Plan
  /** Accounts of the plan's staff. */
  members: ReadonlyMap<string, string>
  /** The seed of the people, whose number is in their address. */
  seed: number
  patients: readonly { id: string; email: string }[]
  panels: ReadonlyMap<string, Analyte[]>
  /** Starts the measurement of a blood count; null if no analyser is connected. */
  measure: DemoAnalysers['measure'] | null
  names: ReadonlyMap<string, string>
  random: Random
  clock: Clock
}

type Task = { id: string; visitId: string; accession: string; patient: { gender: Gender; age: number } }
/** The test that an analyser measures. */
const counted = 'FBC'
type Drawn = Pick<ResponseOf<typeof collectSamples>['samples'][number], 'accession' | 'visitId'>

export type Shift = {
  /** The booking comes without an event. */
  take(visit: DayVisit, event: DayEvent | null): Promise<void>
  /** Begins a day, and goes on with what is under way; `midnight` is the instant of the plan's minute 0. */
  goOn(standing: Standing, midnight: number): void
  /** Starts the measurement of the samples that were received earlier. */
  measureStanding(): Promise<void>
}

export function createShift(parts: Parts): Shift {
  const { calls, plan, random } = parts
  /** Today's bookings, by the number of the simulated visit. */
  const visits = new Map<number, string>()
  /** Visits that were booked before today, by the minute of the day. */
  const expected = new Map<number, string[]>()
  /** The visit at each chair. */
  const atDesk = new Map<number, string>()
  const drawn: Drawn[] = []
  const toDo = new Map<string, Task[]>()
  const atWork = new Map<string, Task>()
  /** Measured values that nobody has entered yet, by task. */
  const measured = new Map<string, Given[]>()
  /** The number of open tasks of each visit, and the entered tasks. */
  const open = new Map<string, { left: number; done: string[] }>()

  const staff = (id: string): Caller => ({ id: parts.members.get(id) ?? '', role: 'technician' })
  const seniors = plan.staff.filter(({ skills }) => skills[0] === 'release')
  const senior = () => staff(oneOf(seniors, random()).id)
  const collectors = plan.staff.filter(({ skills }) => skills.includes('collect'))
  const collector = (chair: number) => staff(collectors[(chair - 1) % collectors.length]?.id ?? '')
  const nameOf = (code: string) => parts.names.get(code) ?? code

  const today = () => utcDay(parts.clock.now())

  function order(visit: DayVisit) {
    const who = oneOf(parts.patients, random())
    // The number is part of the address.
    const known = patient(parts.seed, Number(/(\d+)@/.exec(who.email)?.[1] ?? 0))
    const { name, gender, age, phone, email, bornOn, relation } = testedAt(
      visit.type,
      known,
      random(),
      today(),
    )
    return {
      by: { id: who.id, role: 'user' } satisfies Caller,
      body: {
        patientDetails: { fullName: name, age, gender, contact: phone, email },
        testType: testsOf(plan, visit.type).map(nameOf),
        ...(bornOn !== undefined && { bornOn }),
      },
      relation,
    }
  }

  const isExpected = ({ appointmentAt }: DayVisit) => (expected.get(appointmentAt ?? -1) ?? []).length > 0

  /** Books one of the next free times, which need not be the simulated time. */
  async function book(visit: DayVisit): Promise<void> {
    const { by, body, relation } = order(visit)
    const offer = await calls(by, availability, { query: { tests: body.testType } })
    // Who is expected already comes with that booking; this one is for somebody else, on another day.
    const isForLater = isExpected(visit)
    const offered = isForLater ? offer.days.filter(({ day }) => day > today()) : offer.days
    const starts = offered.flatMap(({ day, starts }) => starts.map(({ time }) => ({ day, time })))
    if (starts.length === 0) return
    const at = oneOf(starts.slice(0, 12), random())
    const { patientDetails, bornOn } = body
    const age = bornOn === undefined ? patientDetails.age : wholeYears(bornOn, at.day)
    const { appointment } = await calls(by, bookAppointment, {
      body: {
        ...body,
        patientDetails: { ...patientDetails, age },
        ...(relation && { relation }),
        scheduledDate: at.day,
        scheduleTime: at.time,
      },
    })
    if (!isForLater) visits.set(visit.number, appointment.id)
  }

  async function arrive(visit: DayVisit): Promise<void> {
    const id = visits.get(visit.number) ?? expected.get(visit.appointmentAt ?? -1)?.shift()
    if (id !== undefined) {
      await calls(collector(1), checkInAtDesk, { params: { id }, body: {} })
      return
    }
    const urgent = visit.class === 'stat'
    await calls(collector(1), registerWalkIn, { body: { ...order(visit).body, urgent } })
  }

  async function call(chair: number): Promise<void> {
    const by = collector(chair)
    const params = { number: chair }
    await calls(by, openDesk, { params, body: { takeOver: true } }).catch(() => {})
    const { ticket } = await calls(by, callNext, { params })
    if (!ticket) return
    atDesk.set(chair, ticket.visitId)
    await calls(by, startService, { params: { id: ticket.id } })
  }

  async function collect(chair: number): Promise<void> {
    const visitId = atDesk.get(chair)
    if (visitId === undefined) return
    atDesk.delete(chair)
    const { samples } = await calls(collector(chair), collectSamples, {
      params: { id: visitId },
      body: { identifiedBy: [identifiers[0], identifiers[1]], prepared: 'yes', place: `Chair ${chair}` },
    })
    drawn.push(...samples)
    open.set(visitId, { left: samples.reduce((sum, { tests }) => sum + tests.length, 0), done: [] })
  }

  async function receive(): Promise<void> {
    const sample = drawn.shift()
    if (!sample) return
    const { accession, visitId } = sample
    const by = senior()
    await calls(by, receiveSample, { params: { accession }, body: {} })
    const { rows: tasks } = await calls(by, listTasks, { query: { search: accession } })
    for (const { id, title, patient, referral } of tasks) {
      // Another laboratory does it: nobody here waits for it today.
      if (referral) {
        const visit = open.get(visitId)
        if (visit) visit.left--
        continue
      }
      const task = { id, visitId, accession, patient }
      entry(toDo, title, () => []).push(task)
      if (title === nameOf(counted)) await measure(task)
    }
  }

  async function start(test: string, member: string): Promise<void> {
    const task = toDo.get(nameOf(test))?.shift()
    if (!task) return
    await calls(staff(member), moveTask, { params: { id: task.id }, body: { status: 'in_progress' } })
    atWork.set(`${member} ${test}`, task)
  }

  const valuesOf = (test: string, { patient }: Task): Given[] =>
    plausibleValues(parts.panels.get(test) ?? [], { ...patient, fasting: true }, random)

  /** Starts the measurement of a blood count. Its values are entered later. */
  async function measure(task: Task): Promise<void> {
    if (!parts.measure) return
    const given = valuesOf(counted, task)
    measured.set(task.id, given)
    const numbers = given.flatMap(({ code, number }): [string, number][] =>
      number === null ? [] : [[code, number]],
    )
    await parts.measure(task.accession, new Map(numbers))
  }

  async function enter(test: string, member: string): Promise<void> {
    const task = atWork.get(`${member} ${test}`)
    if (!task) return
    atWork.delete(`${member} ${test}`)
    const by = staff(member)
    const params = { id: task.id }
    const given = measured.get(task.id) ?? valuesOf(test, task)
    measured.delete(task.id)
    const values = Object.fromEntries(given.map(({ code, number, text }) => [code, number ?? text ?? '']))
    const { form } = await calls(by, enterResults, { params, body: { values, revision: 0 } })
    const callbacks = form.callbacks.filter(({ toldAt }) => toldAt === null).map(({ id }) => id)
    if (callbacks.length > 0) {
      const body = { callbacks, toldTo: 'The doctor on duty', readBack: true as const }
      await calls(by, closeCallbacks, { body })
    }
    await calls(by, moveTask, { params, body: { status: 'completed' } })
    const visit = open.get(task.visitId)
    if (!visit) return
    visit.left--
    visit.done.push(task.id)
  }

  async function release(): Promise<void> {
    const ready = [...open].find(([, { left }]) => left <= 0)
    if (!ready) return
    open.delete(ready[0])
    await calls(senior(), releaseResults, { body: { tasks: ready[1].done } })
  }

  return {
    goOn(standing, midnight) {
      // Numbers and minutes are the same on each day.
      visits.clear()
      expected.clear()
      for (const { visitId, startsAt } of standing.expected) {
        entry(expected, (startsAt.getTime() - midnight) / 60_000, () => []).push(visitId)
      }
      for (const { desk, visitId } of standing.served) atDesk.set(desk, visitId)
      drawn.push(...standing.drawn)
      for (const task of standing.tasks) {
        const { id, visitId, testCode, status, claimedBy, isReceived } = task
        const visit = entry(open, visitId, () => ({ left: 0, done: [] }))
        if (status === 'completed') visit.done.push(id)
        else visit.left++
        if (status === 'pending' && isReceived) entry(toDo, nameOf(testCode), () => []).push(task)
        const [member] = [...parts.members].find(([, account]) => account === claimedBy) ?? []
        if (status === 'in_progress' && member !== undefined) atWork.set(`${member} ${testCode}`, task)
      }
    },
    async measureStanding() {
      const begun = [...atWork].flatMap(([at, task]) => (at.endsWith(` ${counted}`) ? [task] : []))
      for (const task of [...begun, ...(toDo.get(nameOf(counted)) ?? [])]) await measure(task)
    },
    async take(visit, event) {
      if (event === null) return book(visit)
      switch (event.kind) {
        case 'arrived':
          return event.again ? undefined : arrive(visit)
        case 'called':
          return call(event.chair)
        case 'collected':
        case 'unprepared':
          return collect(event.chair)
        case 'received':
          return receive()
        case 'task started':
          return start(event.test, event.staff)
        case 'result':
          return enter(event.test, event.staff)
        case 'released':
          return release()
        default:
          return
      }
    },
  }
}
