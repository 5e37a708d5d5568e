import { expect } from 'vitest'
import { openTestApp, type Person, type StoppedClock, type TestApp, type TestAppOptions } from './harness.ts'
import { bookingBody } from './visits.ts'

/** A blood count with all values within the intervals of a woman of 34. */
export const normalCount = { WBC: 6.1, RBC: 4.2, HGB: 12.9, HCT: 38.5, PLT: 250, 'NEUT%': 55, 'LYMPH%': 35 }

const skills = ['Full Blood Count', 'BUE & Cr(Gene Xpert)', 'Blood Sugar,Blood Film for Malaria Parasites']

/** Work at the bench of a laboratory: visits with started tasks, and the calls on a task's results. */
export function benchOf(lab: TestApp) {
  let visits = 0

  /** A technician with the specialties for blood counts, salts and malaria. */
  async function skilled(fullName: string): Promise<Person> {
    const person = await lab.makeStaff('technician', { fullName })
    await lab.pool.query('insert into account_specialty select $1, unnest($2::text[])', [
      person.accountId,
      skills,
    ])
    return person
  }

  /** A visit at a separate time, its samples at the bench and its tasks started by `by`; returns their ids by test name. */
  async function started(
    patient: Person,
    by: Person,
    testType: readonly string[] = ['Full Blood Count'],
    details: object = {},
  ): Promise<{ visitId: string; tasks: Map<string, string>; task: string }> {
    const at = visits++
    const body = {
      ...bookingBody,
      testType,
      scheduledDate: `2026-03-${String(10 + Math.floor(at / 40)).padStart(2, '0')}`,
      scheduleTime: `${String(7 + Math.floor((at % 40) / 4)).padStart(2, '0')}:${String((at % 4) * 15).padStart(2, '0')}`,
      patientDetails: { ...bookingBody.patientDetails, ...details },
    }
    const booked = await lab.call('POST', '/api/labtest/book', { by: patient, body })
    const visitId = booked.json().appointment.id
    const path = `/api/labtest/appointment/${visitId}`
    await lab.call('POST', `${path}/arrive`, { by })
    const collected = await lab.call('POST', `${path}/collect`, {
      by,
      body: { identifiedBy: ['Full name', 'Age'], prepared: 'yes' },
    })
    const tasks = new Map<string, string>()
    for (const { accession } of collected.json().samples) {
      await lab.call('POST', `/api/Labtask/sample/${accession}/receive`, { by })
      const list = await lab.call('GET', `/api/Labtask/tasks?search=${accession}`, { by })
      for (const task of list.json().rows) {
        tasks.set(task.title, task.id)
        await lab.call('PUT', `/api/Labtask/task/${task.id}/status`, { by, body: { status: 'in_progress' } })
      }
    }
    return { visitId, tasks, task: tasks.get(testType[0] ?? '') ?? '' }
  }

  /** A blood count of a patient whose results are entered and released. */
  async function released(patient: Person, enters: Person, releases: Person, values: object = normalCount) {
    const visit = await started(patient, enters)
    await calls.enter(visit.task, values, 0, enters)
    await calls.complete(visit.task, enters)
    const answer = await calls.release([visit.task], releases)
    expect(answer.statusCode, answer.body).toBe(200)
    return visit
  }

  const calls = {
    form: async (id: string, by: Person) =>
      (await lab.call('GET', `/api/Labtask/task/${id}/results`, { by })).json(),
    enter: (id: string, values: object, revision: number, by: Person, draft = 0) =>
      lab.call('POST', `/api/Labtask/task/${id}/results`, { by, body: { values, revision, draft } }),
    complete: (id: string, by: Person) =>
      lab.call('PUT', `/api/Labtask/task/${id}/status`, { by, body: { status: 'completed' } }),
    release: (tasks: string[], by: Person) =>
      lab.call('POST', '/api/Labtask/release', { by, body: { tasks } }),
    /** Records that these critical values were reported and read back. */
    tell: (callbacks: readonly string[], by: Person, body: object = {}) =>
      lab.call('POST', '/api/Labtask/callbacks/told', {
        by,
        body: { callbacks, toldTo: 'Dr Boateng', readBack: true, ...body },
      }),
    /** Records a call about these critical values at which they were not reported. */
    tryCall: (callbacks: readonly string[], by: Person, body: object) =>
      lab.call('POST', '/api/Labtask/callbacks/tried', { by, body: { callbacks, ...body } }),
    correct: (id: string, reason: string, by: Person) =>
      lab.call('POST', `/api/Labtask/task/${id}/correct`, { by, body: { reason } }),
    report: (visitId: string, by: Person) =>
      lab.call('GET', `/api/labtest/appointment/${visitId}/report`, { by }),
  }
  return { skilled, started, released, ...calls }
}

export type Bench = ReturnType<typeof benchOf>

/** A laboratory with a patient, a technician who enters results and one who reviews them. */
export async function openBench(options: TestAppOptions<StoppedClock> = {}) {
  const lab = await openTestApp(options)
  const bench = benchOf(lab)
  return {
    lab,
    bench,
    ama: await lab.signUpPatient({ fullName: 'Ama Mensah' }),
    hana: await bench.skilled('Hana Haematologist'),
    rita: await bench.skilled('Rita Reviewer'),
  }
}

/** One analyte of a result form. */
export const analyteOf = (form: { analytes: { code: string }[] }, code: string) =>
  form.analytes.find((analyte) => analyte.code === code)
