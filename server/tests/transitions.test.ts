import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type SampleState,
  sampleStates,
  sampleTransitions,
  taskStates,
  taskTransitions,
} from '#contract/task-states.ts'
import { type VisitState, visitStates, visitTransitions } from '#contract/visit-states.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { benchOf } from './bench-tasks.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

/** Transitions that are not in the contract's tables are refused to every role: each pair of states is tried by each role. */

let lab: TestApp
let bench: ReturnType<typeof benchOf>
let people: Record<'patient' | 'unskilled' | 'skilled' | 'manager', Person>

beforeAll(async () => {
  lab = await openTestApp()
  bench = benchOf(lab)
  people = {
    patient: await lab.signUpPatient({ fullName: 'Ama Mensah' }),
    unskilled: await lab.makeStaff('technician'),
    skilled: await bench.skilled('Hana Haematologist'),
    manager: await lab.makeStaff('admin'),
  }
})
afterAll(() => lab.close())

type Role = keyof typeof people
const roles: readonly Role[] = ['patient', 'unskilled', 'skilled', 'manager']

const forbidden = <State extends string>(
  states: readonly State[],
  table: Readonly<Record<State, readonly State[]>>,
): (readonly [State, State])[] =>
  states.flatMap((from) => states.filter((to) => !table[from].includes(to)).map((to) => [from, to] as const))

const post = (path: string, by: Person, body: object = {}) => lab.call('POST', path, { by, body })
const refused = ({ statusCode }: LightMyRequestResponse) => [400, 403, 404, 409].includes(statusCode)

let visits = 0
/** A booked visit at a separate time. */
async function booked(): Promise<string> {
  const at = visits++
  const answer = await post('/api/labtest/book', people.patient, {
    ...bookingBody,
    testType: ['Full Blood Count'],
    scheduledDate: `2026-04-${String(1 + Math.floor(at / 44)).padStart(2, '0')}`,
    scheduleTime: `${String(7 + Math.floor((at % 44) / 4)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().appointment.id
}

const collected = (id: string, by: Person) =>
  post(`/api/labtest/appointment/${id}/collect`, by, { identifiedBy: ['Full name', 'Age'], prepared: 'yes' })

/** A visit with its sample at the bench and its task pending. */
async function atBench(): Promise<{ visit: string; accession: string; sample: string; task: string }> {
  const visit = await booked()
  await post(`/api/labtest/appointment/${visit}/arrive`, people.skilled)
  const [{ accession, id: sample }] = (await collected(visit, people.skilled)).json().samples
  await post(`/api/Labtask/sample/${accession}/receive`, people.skilled)
  const { rows } = await lab.pool.query('select id from task where visit_id = $1', [visit])
  return { visit, accession, sample, task: rows[0].id }
}

const stateOf = async (table: 'visit' | 'sample' | 'task', id: string): Promise<string> =>
  (await lab.pool.query(`select status from ${table} where id = $1`, [id])).rows[0].status
const moveTask = (task: string, status: string, by: Person) =>
  lab.call('PUT', `/api/Labtask/task/${task}/status`, { by, body: { status, notes: 'Because' } })

describe('transitions of a visit', () => {
  const setState = (id: string, state: VisitState) =>
    lab.pool.query(
      `update visit set status = $2, chair = case when $2 = 'booked' then coalesce(chair, 1) else chair end where id = $1`,
      [id, state],
    )

  /** All calls that could lead to a state, tried on a visit in another state. Empty: no call leads there. */
  const ways: Readonly<Record<VisitState, (id: string, by: Person) => Promise<LightMyRequestResponse[]>>> = {
    booked: async (id, by) => [
      await lab.call('PUT', `/api/labtest/update-appointments/${id}`, {
        by,
        body: {
          patientDetails: bookingBody.patientDetails,
          testType: ['Full Blood Count'],
          scheduledDate: '2026-05-04',
          scheduleTime: '09:00',
          priority: 'low',
          reason: 'To see',
        },
      }),
    ],
    arrived: async (id, by) => [await post(`/api/labtest/appointment/${id}/arrive`, by)],
    collected: async (id, by) => [await collected(id, by)],
    cancelled: async (id, by) => [
      await lab.call('DELETE', `/api/labtest/appointment/${id}/cancel`, { by, body: { reason: 'To see' } }),
    ],
    in_progress: async () => [],
    completed: async () => [],
    no_show: async () => [],
  }

  // A visit in its target state may accept the call again, without a change.
  const pairs = forbidden(visitStates, visitTransitions).filter(([from, to]) => from !== to)
  it.each(pairs)('a visit that is %s cannot become %s, for any role', async (from, to) => {
    const id = await booked()
    await setState(id, from)
    for (const role of roles) {
      for (const answer of await ways[to](id, people[role])) {
        // Collecting another tube of a visit in progress succeeds without a change of state.
        const another = from === 'in_progress' && to === 'collected' && role !== 'patient'
        expect(another || refused(answer), `${role}: ${answer.statusCode} ${answer.body}`).toBe(true)
      }
      expect(await stateOf('visit', id), role).toBe(from)
    }
  })

  it.each(visitStates)(
    'a visit that is %s keeps its state or advances one step when its task is started',
    async (from) => {
      for (const role of roles) {
        const { visit, task } = await atBench()
        await setState(visit, from)
        await moveTask(task, 'in_progress', people[role])
        const after = (await stateOf('visit', visit)) as VisitState
        expect([from, ...visitTransitions[from]], role).toContain(after)
        expect(['in_progress', from], role).toContain(after)
      }
    },
  )

  it.each(visitStates)(
    'a visit that is %s keeps its state or advances one step when its results are released',
    async (from) => {
      const { visit, task } = await atBench()
      await moveTask(task, 'in_progress', people.skilled)
      await bench.enter(task, { PLT: 250 }, 0, people.skilled)
      await moveTask(task, 'completed', people.skilled)
      await setState(visit, from)
      for (const role of roles) await post('/api/Labtask/release', people[role], { tasks: [task] })
      const after = (await stateOf('visit', visit)) as VisitState
      expect([from, ...visitTransitions[from]]).toContain(after)
    },
  )
})

describe('transitions of a sample', () => {
  const columns: Readonly<Record<SampleState, string>> = {
    collected: 'received_at = null, received_by = null',
    received: `received_at = collected_at, received_by = collected_by`,
    rejected: `rejected_at = collected_at, rejected_by = collected_by, rejection_reason = 'Clotted', rejection_note = ''`,
    discarded: `discarded_at = collected_at, discarded_by = collected_by, discard_reason = 'Old'`,
  }
  const ways: Readonly<
    Record<SampleState, (accession: string, by: Person) => Promise<LightMyRequestResponse[]>>
  > = {
    collected: async () => [],
    received: async (accession, by) => [await post(`/api/Labtask/sample/${accession}/receive`, by)],
    rejected: async (accession, by) => [
      await post(`/api/Labtask/sample/${accession}/reject`, by, { reason: 'Clotted' }),
      await post(`/api/Labtask/sample/${accession}/reject`, by, { reason: 'Clotted', again: 'now' }),
    ],
    discarded: async (accession, by) => [
      await post(`/api/Labtask/sample/${accession}/discard`, by, { reason: 'Old' }),
    ],
  }

  it.each(forbidden(sampleStates, sampleTransitions))(
    'a sample that is %s cannot become %s, for any role',
    async (from, to) => {
      const { accession, sample } = await atBench()
      await lab.pool.query(`update sample set status = '${from}', ${columns[from]} where id = $1`, [sample])
      for (const role of roles) {
        for (const answer of await ways[to](accession, people[role])) {
          expect(refused(answer), `${role}: ${answer.statusCode} ${answer.body}`).toBe(true)
        }
        expect(await stateOf('sample', sample), role).toBe(from)
      }
    },
  )
})

describe('transitions of a task', () => {
  it.each(forbidden(taskStates, taskTransitions))(
    'a task that is %s cannot become %s, for any role',
    async (from, to) => {
      const { task } = await atBench()
      if (from !== 'pending') await moveTask(task, 'in_progress', people.skilled)
      if (from === 'completed') {
        await bench.enter(task, { PLT: 250 }, 0, people.skilled)
        await moveTask(task, 'completed', people.skilled)
      }
      const answers: Record<Role, number> = { patient: 0, unskilled: 0, skilled: 0, manager: 0 }
      for (const role of roles) {
        answers[role] = (await moveTask(task, to, people[role])).statusCode
        expect(await stateOf('task', task), role).toBe(from)
      }
      expect(answers).toEqual({ patient: 403, unskilled: 404, skilled: 409, manager: 409 })
    },
  )
})

describe('claiming tasks', () => {
  it('32 technicians who claim tasks until the queue is empty get each task once', async () => {
    await lab.pool.query(
      `update task set withdrawn_at = now() where status <> 'completed' and withdrawn_at is null`,
    )
    const waiting: string[] = []
    for (let one = 0; one < 40; one++) waiting.push((await atBench()).task)
    const technicians = await Promise.all(
      Array.from({ length: 32 }, async (_, number) => bench.skilled(`Technician ${number}`)),
    )
    const otherServer = await openTestApp({ sameDatabaseAs: lab })
    const taken = await Promise.all(
      technicians.map(async (by, number) => {
        const mine: string[] = []
        while (true) {
          const answer = await (number % 2 ? lab : otherServer).call('POST', '/api/Labtask/claim-next', {
            by,
          })
          const task = answer.json().task
          if (task === null) return mine
          expect(task).toMatchObject({ claimedBy: by.fullName, mine: true })
          mine.push(task.id)
        }
      }),
    )
    await otherServer.close()
    expect(taken.flat().sort()).toEqual([...waiting].sort())
    const { rows } = await lab.pool.query(
      `select count(*) as n from audit where action = 'task.started' and subject_id = any($1)`,
      [waiting],
    )
    expect(rows[0].n).toBe(waiting.length)
  })

  it('starting unknown tasks starts nothing', async () => {
    const answer = await post('/api/Labtask/worklist/start', people.skilled, { tasks: [uuidv7(lab.clock)] })
    expect(answer.json()).toEqual({ message: '0 tasks started.', started: [], left: [] })
  })
})
