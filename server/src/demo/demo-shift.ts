import { z } from 'zod'
import { wholeYears } from '#contract/age.ts'
import { identifiers } from '#contract/task-states.ts'
import type { Analyte } from '#server/modules/laboratory/index.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { DayEvent, DayVisit } from '#simulation/laboratory/events.ts'
import type { Plan } from '#simulation/laboratory/plan.ts'
import type { Random } from '#simulation/random.ts'
import type { Caller, Calls } from './demo-calls.ts'
import { oneOf } from './draws.ts'
import { type Person, testedAt } from './people.ts'
import { plausibleValues } from './values.ts'

/**
 * The people of a demonstration at work. The simulation says when somebody does something; what there is to do, whoever
 * is next in the queue for example, the product says.
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

type Task = { id: string; visitId: string; patient: { gender: 'male' | 'female'; age: number } }
export type Shift = {
  take(visit: DayVisit, event: DayEvent | null): Promise<void>
  /** Somebody who came before anybody looked: their samples are at the bench, and wait. */
  hurry(visit: DayVisit): Promise<void>
}

const nothing = z.unknown()
const booked = z.object({ appointment: z.object({ id: z.string() }) })
const days = z.object({
  days: z.array(
    z.object({ day: z.string(), starts: z.array(z.object({ at: z.string(), time: z.string() })) }),
  ),
})
const next = z.object({ ticket: z.object({ id: z.string(), visitId: z.string() }).nullable() })
const collected = z.object({
  samples: z.array(z.object({ accession: z.string(), visitId: z.string(), tests: z.array(z.string()) })),
})
const taskList = z.object({
  rows: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      patient: z.object({ gender: z.enum(['male', 'female']), age: z.number() }),
    }),
  ),
})
const entered = z.object({
  form: z.object({ callbacks: z.array(z.object({ id: z.string(), toldAt: z.string().nullable() })) }),
})

export function createShift(parts: Parts): Shift {
  const { calls, plan, random } = parts
  const visits = new Map<number, string>()
  const atDesk = new Map<number, { ticket: string; visitId: string }>()
  const drawn: { accession: string; visitId: string; tests: string[] }[] = []
  const toDo = new Map<string, Task[]>()
  const atWork = new Map<string, Task>()
  /** Tasks of each visit that are not entered yet, and those that are. */
  const open = new Map<string, { left: number; done: string[] }>()

  const staff = (id: string): Caller => ({ id: parts.members.get(id) ?? '', role: 'technician' })
  const seniors = plan.staff.filter(({ skills }) => skills[0] === 'release')
  const senior = () => staff(oneOf(seniors, random()).id)
  const collectors = plan.staff.filter(({ skills }) => skills.includes('collect'))
  const collector = (chair: number) => staff(collectors[(chair - 1) % collectors.length]?.id ?? '')
  const testsOf = (type: string) =>
    plan.visitTypes.find(({ id }) => id === type)?.samples.flatMap(({ tests }) => tests) ?? []
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
        testType: testsOf(visit.type).map(nameOf),
        ...(bornOn !== undefined && { bornOn }),
      },
      relation,
    }
  }

  /** The free time that is nearest to what was wanted: on a quick day there is not one for each. */
  async function book(visit: DayVisit): Promise<void> {
    const { by, body, relation } = order(visit)
    const tests = body.testType.map((name) => `tests=${encodeURIComponent(name)}`).join('&')
    const offer = await calls(by, 'GET', `/api/availability?${tests}`, { answer: days })
    const starts = offer.days.flatMap(({ day, starts }) => starts.map(({ time }) => ({ day, time })))
    if (starts.length === 0) return
    const at = oneOf(starts.slice(0, 12), random())
    const { appointment } = await calls(by, 'POST', '/api/labtest/book', {
      body: {
        ...body,
        ...(body.bornOn && {
          patientDetails: { ...body.patientDetails, age: wholeYears(body.bornOn, at.day) },
        }),
        ...(relation && { relation }),
        scheduledDate: at.day,
        scheduleTime: at.time,
      },
      answer: booked,
    })
    visits.set(visit.number, appointment.id)
  }

  async function arrive(visit: DayVisit): Promise<void> {
    const id = visits.get(visit.number)
    if (id !== undefined) {
      await calls(collector(1), 'POST', `/api/queue/check-in/${id}`, { body: {}, answer: nothing })
      return
    }
    const { body } = order(visit)
    await calls(collector(1), 'POST', '/api/queue/walk-in', {
      body: { ...body, urgent: visit.class === 'stat' },
      answer: nothing,
    })
  }

  async function call(chair: number): Promise<void> {
    const by = collector(chair)
    await calls(by, 'POST', `/api/queue/desk/${chair}/open`, {
      body: { takeOver: true },
      answer: nothing,
    }).catch(() => {})
    const { ticket } = await calls(by, 'POST', `/api/queue/desk/${chair}/next`, { answer: next })
    if (!ticket) return
    atDesk.set(chair, { ticket: ticket.id, visitId: ticket.visitId })
    await calls(by, 'POST', `/api/queue/ticket/${ticket.id}/start`, { answer: nothing })
  }

  async function collect(chair: number): Promise<void> {
    const here = atDesk.get(chair)
    if (!here) return
    atDesk.delete(chair)
    const { samples } = await calls(
      collector(chair),
      'POST',
      `/api/labtest/appointment/${here.visitId}/collect`,
      {
        body: { identifiedBy: [identifiers[0], identifiers[1]], prepared: 'yes', place: `Chair ${chair}` },
        answer: collected,
      },
    )
    drawn.push(...samples)
    open.set(here.visitId, { left: samples.reduce((sum, { tests }) => sum + tests.length, 0), done: [] })
  }

  async function receive(): Promise<void> {
    const sample = drawn.shift()
    if (!sample) return
    const by = senior()
    await calls(by, 'POST', `/api/Labtask/sample/${sample.accession}/receive`, { body: {}, answer: nothing })
    const { rows: tasks } = await calls(by, 'GET', `/api/Labtask/tasks?search=${sample.accession}`, {
      answer: taskList,
    })
    for (const { id, title, patient } of tasks) {
      toDo.set(title, [...(toDo.get(title) ?? []), { id, visitId: sample.visitId, patient }])
    }
  }

  async function start(test: string, member: string): Promise<void> {
    const task = toDo.get(nameOf(test))?.shift()
    if (!task) return
    await calls(staff(member), 'PUT', `/api/Labtask/task/${task.id}/status`, {
      body: { status: 'in_progress' },
      answer: nothing,
    })
    atWork.set(`${member} ${test}`, task)
  }

  async function enter(test: string, member: string): Promise<void> {
    const task = atWork.get(`${member} ${test}`)
    if (!task) return
    atWork.delete(`${member} ${test}`)
    const by = staff(member)
    const given = plausibleValues(parts.panels.get(test) ?? [], { ...task.patient, fasting: true }, random)
    const values = Object.fromEntries(given.map(({ code, number, text }) => [code, number ?? text]))
    const { form } = await calls(by, 'POST', `/api/Labtask/task/${task.id}/results`, {
      body: { values, revision: 0 },
      answer: entered,
    })
    for (const { id, toldAt } of form.callbacks) {
      if (toldAt !== null) continue
      const body = { toldTo: 'The doctor on duty', readBack: true }
      await calls(by, 'POST', `/api/Labtask/callback/${id}`, { body, answer: nothing })
    }
    await calls(by, 'PUT', `/api/Labtask/task/${task.id}/status`, {
      body: { status: 'completed' },
      answer: nothing,
    })
    const visit = open.get(task.visitId)
    if (!visit) return
    visit.left--
    visit.done.push(task.id)
  }

  async function release(): Promise<void> {
    const ready = [...open].find(([, { left }]) => left <= 0)
    if (!ready) return
    open.delete(ready[0])
    await calls(senior(), 'POST', '/api/Labtask/release', { body: { tasks: ready[1].done }, answer: nothing })
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
