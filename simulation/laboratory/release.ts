import type { Day } from './day.ts'
import type { Worker, Workplace } from './staff.ts'
import type { Patient } from './visits.ts'

/** The last step: somebody who entered none of the results checks and releases them, urgent visits first. */
export function createRelease(day: Day): (patient: Patient) => void {
  const { plan, agenda, staff, record } = day
  const waiting: Patient[] = []

  const mayRelease = (worker: Worker, patient: Patient) =>
    !plan.twoPeople || !patient.enteredBy.has(worker.member.id)
  function firstFor(worker: Worker): Patient | undefined {
    const urgent = waiting.find((one) => one.visit.class === 'stat' && mayRelease(worker, one))
    return urgent ?? waiting.find((one) => mayRelease(worker, one))
  }
  const place: Workplace = {
    skill: 'release',
    site: null,
    waiting: () => waiting.length > 0,
    take(worker) {
      const patient = firstFor(worker)
      if (!patient) return false
      waiting.splice(waiting.indexOf(patient), 1)
      const who = { visit: patient.visit.number, staff: worker.member.id }
      record({ at: agenda.now(), kind: 'release started', ...who })
      staff.work(worker, patient.releaseMinutes * worker.member.pace, () => {
        patient.visit.releasedAt = agenda.now()
        patient.visit.ending = 'released'
        record({ at: agenda.now(), kind: 'released', ...who })
      })
      return true
    },
  }
  const callStaff = staff.open(place)
  return (patient) => {
    waiting.push(patient)
    callStaff()
  }
}
