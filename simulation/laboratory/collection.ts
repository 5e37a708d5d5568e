import { createCallingQueue } from '../calling-queue.ts'
import type { Waiting } from '../calling-rule.ts'
import { quantileOf } from '../distributions.ts'
import { stream } from '../random.ts'
import type { Day } from './day.ts'
import type { CollectedSample } from './events.ts'
import { type Site, unpreparedShare } from './plan.ts'
import type { Worker, Workplace } from './staff.ts'
import type { Patient } from './visits.ts'

export type Collection = {
  /** Someone comes in, or comes back to have a sample taken again. */
  arrive(patient: Patient): void
  /** The last one who collects has gone: whoever still waits is sent home. */
  close(): void
  chairMinutes(): number
}

type Queued = Waiting & { patient: Patient }

/** The waiting room and the chairs of one site. A chair and somebody who collects serve the first of the queue. */
export function createCollection(
  day: Day,
  site: Site,
  sendOn: (patient: Patient, samples: CollectedSample[]) => void,
): Collection {
  const { plan, agenda, staff, record } = day
  const queue = createCallingQueue<Queued>(plan.rule)
  const freeChairs = Array.from({ length: site.chairs }, (_, index) => index + 1)
  let busyMinutes = 0

  const place: Workplace = {
    skill: 'collect',
    site: site.id,
    waiting: () => freeChairs.length > 0 && queue.size > 0,
    take(worker) {
      const chair = freeChairs[0]
      const next = chair === undefined ? undefined : queue.takeFirst(agenda.now())
      if (chair === undefined || !next) return false
      freeChairs.shift()
      serve(next.patient, worker, chair)
      return true
    },
  }
  const callStaff = staff.open(place)

  function serve(patient: Patient, worker: Worker, chair: number) {
    const { visit, type } = patient
    visit.calledAt ??= agenda.now()
    record({ at: agenda.now(), kind: 'called', visit: visit.number, chair, staff: worker.member.id })
    const again = patient.collections > 0
    const share = again ? stream(day.seed, visit.id, 'again', patient.collections)() : patient.serviceShare
    const sentHome = patient.unprepared && !again
    const known = again ? null : patient.serviceMinutes
    const usual = known ?? quantileOf(type.service, share) * (sentHome ? unpreparedShare : 1)
    const minutes = usual * worker.member.pace
    busyMinutes += minutes
    staff.work(worker, minutes, () => {
      freeChairs.push(chair)
      freeChairs.sort((a, b) => a - b)
      const who = { at: agenda.now(), visit: visit.number, chair, staff: worker.member.id }
      if (sentHome) {
        visit.ending = 'unprepared'
        record({ ...who, kind: 'unprepared' })
      } else {
        const samples = collect(patient)
        record({ ...who, kind: 'collected', samples })
        sendOn(patient, samples)
      }
      // Somebody idle may have waited for this chair; but first, whoever is here looks for their own next work.
      if (freeChairs.length === 1) agenda.plan(agenda.now(), callStaff)
    })
  }

  function collect(patient: Patient): CollectedSample[] {
    const now = agenda.now()
    patient.visit.collectedAt ??= now
    patient.visit.lastCollectedAt = now
    patient.collections++
    return patient.toCollect.splice(0).map((kind) => ({ sample: day.nextSample(), ...kind }))
  }

  return {
    arrive(patient) {
      const { visit } = patient
      const now = agenda.now()
      const again = visit.arrivedAt !== null
      visit.arrivedAt ??= now
      record({ at: now, kind: 'arrived', visit: visit.number, again })
      // Whoever was asked back is due when they are there.
      const called = again && visit.class !== 'stat'
      queue.join({
        id: visit.id,
        class: called ? 'appointment' : visit.class,
        arrivedAt: now,
        appointmentAt: called ? now : visit.appointmentAt,
        patient,
      })
      callStaff()
    },
    close() {
      for (let left = queue.takeFirst(agenda.now()); left; left = queue.takeFirst(agenda.now())) {
        const { visit, collections } = left.patient
        visit.ending = collections > 0 ? 'recollect' : 'turned away'
        record({ at: agenda.now(), kind: 'turned away', visit: visit.number })
      }
    },
    chairMinutes: () => busyMinutes,
  }
}
