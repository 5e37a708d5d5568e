import { quantileOf } from '../distributions.ts'
import { stream } from '../random.ts'
import { createAgenda } from './agenda.ts'
import { createBench } from './bench.ts'
import { type Collection, createCollection } from './collection.ts'
import { createCourier } from './courier.ts'
import type { Day } from './day.ts'
import type { DayEvent, DayVisit } from './events.ts'
import type { Plan } from './plan.ts'
import { createRelease } from './release.ts'
import { createStaffRoom } from './staff.ts'
import { type Summary, summarise } from './summary.ts'
import { drawPatients, type Patient } from './visits.ts'

export type SimulatedDay = { visits: DayVisit[]; events: DayEvent[]; summary: Summary }

/** One day from the first arrival to the last release. The same plan and seed give the same day, bit for bit. */
export function simulateDay(plan: Plan, seed: number): SimulatedDay {
  const events: DayEvent[] = []
  return { ...runDay(plan, seed, (event) => events.push(event)), events }
}

/** The same day with each event told once instead of kept: for days that are only counted. */
export function runDay(
  plan: Plan,
  seed: number,
  record: (event: DayEvent) => void,
): { visits: DayVisit[]; summary: Summary } {
  const agenda = createAgenda()
  const staff = createStaffRoom(plan.staff, agenda)
  let samples = 0
  const day: Day = { plan, seed, agenda, staff, record, nextSample: () => samples++ }

  const rooms = new Map<string, Collection>()
  const release = createRelease(day)
  const bench = createBench(day, {
    finished: release,
    askBack(patient) {
      const share = stream(seed, patient.visit.id, 'back', patient.collections)()
      agenda.plan(agenda.now() + quantileOf(plan.rejection.back, share), () => comeBack(patient))
    },
  })
  const comeBack = (patient: Patient) => rooms.get(patient.visit.site)?.arrive(patient)

  const patients = drawPatients(plan, seed)
  for (const site of plan.sites) {
    const send = createCourier(day, site, bench.receive)
    rooms.set(
      site.id,
      createCollection(day, site, (patient, collected) =>
        collected.length > 0 ? send(patient, collected) : release(patient),
      ),
    )
  }
  for (const patient of patients) expectPatient(day, patient, comeBack)
  agenda.run()
  for (const room of rooms.values()) room.close()

  const visits = patients.map(({ visit }) => visit)
  const chairMinutes = Object.fromEntries([...rooms].map(([id, room]) => [id, room.chairMinutes()]))
  const summary = summarise(plan, visits, {
    workers: staff.workers,
    chairMinutes,
    analyserMinutes: bench.analyserMinutes,
  })
  return { visits, summary }
}

function expectPatient(day: Day, patient: Patient, arrive: (patient: Patient) => void) {
  const { agenda, plan, record } = day
  const { visit, comesAt } = patient
  if (comesAt !== null) {
    agenda.plan(comesAt, () => arrive(patient))
    return
  }
  visit.ending = 'no-show'
  agenda.plan((visit.appointmentAt ?? 0) + plan.rule.graceAfterMinutes, () => {
    record({ at: agenda.now(), kind: 'no-show', visit: visit.number })
  })
}
