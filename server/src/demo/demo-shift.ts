import { wholeYears } from '#contract/age.ts'
import { collectSamples, listTasks, moveTask, receiveSample } from '#contract/bench.ts'
import { availability, bookAppointment } from '#contract/booking.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { checkInAtDesk, registerWalkIn } from '#contract/queue.ts'
import { callNext, openDesk, startService } from '#contract/queue-desk.ts'
import { releaseResults } from '#contract/reports.ts'
import { closeCallbacks, enterResults } from '#contract/results.ts'
import { identifiers } from '#contract/task-states.ts'
import type { Analyte } from '#server/modules/laboratory/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DayEvent, DayVisit } from '#simulation/laboratory/events.ts'
import type { Plan } from '#simulation/laboratory/plan.ts'
import type { Random } from '#simulation/random.ts'
import type { Caller, Calls } from './demo-calls.ts'
import { oneOf } from './draws.ts'
import { type Person, testedAt } from './people.ts'
import { testsOf } from './seed-plan.ts'
import { plausibleValues } from './values.ts'

/**
 * The staff and patients of a demonstration at work. The simulation decides when somebody does something; the product decides what,
 * for example who is next in the queue.
 */

type Parts = {
  calls: Calls
  plan: Plan
  /** Accounts of the plan's staff. */
  members: ReadonlyMap<string, string>
  patients: readonly { id: string; fullName: string; phone: string; email: string }[]
  panels: ReadonlyMap<string, Analyte[]>
  names: ReadonlyMap<string, string>
  random: Random
  clock: Clock
}

type Task = Pick<ResponseOf<typeof listTasks>['rows'][number], 'id' | 'patient'> & { visitId: string }
type Drawn = ResponseOf<typeof collectSamples>['samples'][number]

export type Shift = {
  take(visit: DayVisit, event: DayEvent | null): Promise<void>
  /** Takes a visit up to the bench at once, where its samples wait. */
  hurry(visit: DayVisit): Promise<void>
}

export function createShift(parts: Parts): Shift {
  const { calls, plan, random } = parts
  const visits = new Map<number, string>()
  /** The visit at each chair. */
  const atDesk = new Map<number, string>()
  const drawn: Drawn[] = []
  const toDo = new Map<string, Task[]>()
  const atWork = new Map<string, Task>()
  /** The number of open tasks of each visit, and the entered tasks. */
  const open = new Map<string, { left: number; done: string[] }>()

  const staff = (id: string): Caller => ({ id: parts.members.get(id) ?? '', role: 'technician' })
  const seniors = plan.staff.filter(({ skills }) => skills[0] === 'release')
  const senior = () => staff(oneOf(seniors, random()).id)
  const collectors = plan.staff.filter(({ skills }) => skills.includes('collect'))
  const collector = (chair: number) => staff(collectors[(chair - 1) % collectors.length]?.id ?? '')
  const nameOf = (code: string) => parts.names.get(code) ?? code

  function order(visit: DayVisit) {
    const who = oneOf(parts.patients, random())
    const known: Person = {
      name: who.fullName,
      gender: random() < 0.5 ? 'female' : 'male',
      age: 18 + Math.floor(60 * random() ** 1.5),
      phone: who.phone,
      email: who.email,
      // As `patient` writes it.
      account: Number(/(\d+)(?:s\d+)?@/.exec(who.email)?.[1] ?? 0),
    }
    const today = parts.clock.now().toISOString().slice(0, 10)
    const { name, gender, age, phone, email, bornOn, relation } = testedAt(visit.type, known, random(), today)
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

  /** Books one of the next free times, which need not be the simulated time. */
  async function book(visit: DayVisit): Promise<void> {
    const { by, body, relation } = order(visit)
    const offer = await calls(by, availability, { query: { tests: body.testType } })
    const starts = offer.days.flatMap(({ day, starts }) => starts.map(({ time }) => ({ day, time })))
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
    visits.set(visit.number, appointment.id)
  }

  async function arrive(visit: DayVisit): Promise<void> {
    const id = visits.get(visit.number)
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
    for (const { id, title, patient } of tasks) {
      toDo.set(title, [...(toDo.get(title) ?? []), { id, visitId, patient }])
    }
  }

  async function start(test: string, member: string): Promise<void> {
    const task = toDo.get(nameOf(test))?.shift()
    if (!task) return
    await calls(staff(member), moveTask, { params: { id: task.id }, body: { status: 'in_progress' } })
    atWork.set(`${member} ${test}`, task)
  }

  async function enter(test: string, member: string): Promise<void> {
    const task = atWork.get(`${member} ${test}`)
    if (!task) return
    atWork.delete(`${member} ${test}`)
    const by = staff(member)
    const params = { id: task.id }
    const given = plausibleValues(parts.panels.get(test) ?? [], { ...task.patient, fasting: true }, random)
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
    async hurry(visit) {
      await arrive(visit)
      await call(1)
      await collect(1)
      while (drawn.length > 0) await receive()
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
