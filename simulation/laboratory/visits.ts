import type { WaitingClass } from '../calling-rule.ts'
import { arrivalTimes, draw } from '../distributions.ts'
import { type Random, stream } from '../random.ts'
import type { DayVisit } from './events.ts'
import type { Plan, SampleKind, Site, VisitType } from './plan.ts'

/** A visit with its luck: what is drawn belongs to the visit, so that it is the same under every staffing. */
export type Patient = {
  visit: DayVisit
  type: VisitType
  /** When they come; null for a no-show. */
  comesAt: number | null
  /** Share of service times that are shorter than this one. */
  serviceShare: number
  unprepared: boolean
  releaseMinutes: number
  /** What is to be collected at the next call. */
  toCollect: SampleKind[]
  /** Samples of which the last result is not entered yet. */
  openSamples: number
  collections: number
  gaveUp: boolean
  /** Who entered results. */
  enteredBy: Set<string>
}

/** Everyone who is expected or comes by themselves, site by site: booked, walk-ins, urgent ones. */
export function drawPatients(plan: Plan, seed: number): Patient[] {
  const patients: Patient[] = []
  const totalShare = plan.visitTypes.reduce((sum, one) => sum + one.share, 0)
  const byId = new Map(plan.visitTypes.map((type) => [type.id, type]))
  const anyType = (random: Random) => {
    let left = random() * totalShare
    return plan.visitTypes.find((type) => {
      left -= type.share
      return left < 0
    })
  }
  const add = (site: Site, kind: WaitingClass, id: string, at: number, booked: VisitType | null) => {
    const random = stream(seed, id)
    const drawn = anyType(random)
    const type = booked ?? drawn
    if (!type) throw new Error('A plan needs at least one type of visit with a share.')
    const misses = random() < plan.noShow
    const late = draw(plan.punctuality, random)
    patients.push({
      visit: blank(patients.length, id, site.id, type.id, kind, booked ? at : null),
      type,
      comesAt: booked ? (misses ? null : Math.max(0, at + late)) : at,
      serviceShare: random(),
      unprepared: random() < type.unprepared,
      releaseMinutes: draw(plan.release, random),
      toCollect: [...type.samples],
      openSamples: type.samples.length,
      collections: 0,
      gaveUp: false,
      enteredBy: new Set(),
    })
  }
  for (const site of plan.sites) {
    const name = (letter: string, index: number) => `${site.id}-${letter}${`${index + 1}`.padStart(3, '0')}`
    for (const [index, { at, type }] of site.booked.entries()) {
      const known = byId.get(type)
      if (!known) throw new Error(`No type of visit is called ${type}.`)
      add(site, 'appointment', name('A', index), at, known)
    }
    for (const [kind, letter, rates] of [
      ['walk-in', 'W', site.walkIns],
      ['stat', 'S', site.stat],
    ] as const) {
      for (const [index, at] of arrivalTimes(rates, stream(seed, site.id, kind)).entries()) {
        add(site, kind, name(letter, index), at, null)
      }
    }
  }
  return patients
}

function blank(
  number: number,
  id: string,
  site: string,
  type: string,
  kind: WaitingClass,
  appointmentAt: number | null,
): DayVisit {
  return {
    number,
    id,
    site,
    type,
    class: kind,
    appointmentAt,
    arrivedAt: null,
    calledAt: null,
    collectedAt: null,
    lastCollectedAt: null,
    lastReceivedAt: null,
    lastResultAt: null,
    releasedAt: null,
    ending: 'in progress',
  }
}
