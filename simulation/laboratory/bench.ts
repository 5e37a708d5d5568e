import { quantileOf } from '../distributions.ts'
import { stream } from '../random.ts'
import { createAnalysers } from './analysers.ts'
import type { Parcel } from './courier.ts'
import type { Day } from './day.ts'
import { type SampleKind, triesADay } from './plan.ts'
import type { Workplace } from './staff.ts'
import type { Task } from './task.ts'
import type { Patient } from './visits.ts'
import { createWorkQueue } from './work-queue.ts'

type Outcome = {
  /** The owner of a rejected sample is asked back. */
  askBack: (patient: Patient) => void
  /** Every result of the visit is entered. */
  finished: (patient: Patient) => void
}

/** Receipt, analysers and benches. Answers what receives a parcel, and how long each analyser ran. */
export function createBench(day: Day, outcome: Outcome) {
  const { plan, agenda, staff, record } = day
  const tests = new Map(plan.tests.map((test) => [test.id, test]))
  const benches = new Map(
    [...new Set(plan.tests.map(({ skill }) => skill))].map((skill) => [skill, bench(skill)]),
  )
  const analysers = createAnalysers(day, (task) => benches.get(task.test.skill)?.(task))

  function bench(skill: string) {
    const waiting = createWorkQueue<Task>()
    const place: Workplace = {
      skill,
      site: null,
      waiting: () => waiting.size > 0,
      take(worker) {
        const task = waiting.take()
        if (!task) return false
        const { patient, sample, test } = task
        const who = { visit: patient.visit.number, sample, test: test.id, staff: worker.member.id }
        record({ at: agenda.now(), kind: 'task started', ...who })
        staff.work(worker, quantileOf(test.hands, task.share) * worker.member.pace, () => {
          record({ at: agenda.now(), kind: 'result', ...who })
          patient.enteredBy.add(worker.member.id)
          patient.visit.lastResultAt = agenda.now()
          task.open.left--
          if (task.open.left === 0) closeSample(patient)
        })
        return true
      },
    }
    const callStaff = staff.open(place)
    return (task: Task) => {
      waiting.push(task, task.patient.visit.class === 'stat', agenda.now())
      callStaff()
    }
  }

  function closeSample(patient: Patient) {
    patient.openSamples--
    if (patient.openSamples > 0) return
    if (patient.gaveUp) patient.visit.ending = 'recollect'
    else outcome.finished(patient)
  }

  function reject(patient: Patient, sample: SampleKind, share: number) {
    if (patient.collections >= triesADay || share >= plan.rejection.sameDay) {
      patient.gaveUp = true
      closeSample(patient)
      return
    }
    patient.toCollect.push({ specimen: sample.specimen, tests: sample.tests })
    // Two samples rejected at once are one way back.
    if (patient.toCollect.length === 1) outcome.askBack(patient)
  }

  function receive({ patient, sample }: Parcel) {
    const { visit } = patient
    const now = agenda.now()
    const random = stream(day.seed, visit.id, 'sample', sample.tests[0] ?? '', patient.collections)
    const at = { at: now, visit: visit.number, sample: sample.sample }
    visit.lastReceivedAt = now
    record({ ...at, kind: 'received' })
    if (random() < plan.rejection.chance) {
      record({ ...at, kind: 'rejected' })
      reject(patient, sample, random())
      return
    }
    const open = { left: sample.tests.length }
    for (const id of sample.tests) {
      const test = tests.get(id)
      if (!test) throw new Error(`No test is called ${id}.`)
      const task = { patient, sample: sample.sample, test, open, share: random() }
      if (test.analyser === null) benches.get(test.skill)?.(task)
      else analysers.load(test.analyser, task)
    }
  }
  return { receive, analyserMinutes: analysers.minutes }
}
