import type { WaitingClass } from '../calling-rule.ts'
import { arrivalTimes, draw, type Rate } from '../distributions.ts'
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
  /** Service that was recorded, in place of a drawn one. */
  serviceMinutes: number | null
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

/** Everyone who is expected or comes by themselves, site by site: booked, walk-ins, urgent ones, recorded ones. */
export function drawPatients(plan: Plan, seed: number): Patient[] {
  const types = new Map(plan.visitTypes.map((type) => [type.id, type]))
  const total = plan.visitTypes.reduce((sum, { share }) => sum + share, 0)
  const typeOf = (id: string) => {
    const type = types.get(id)
    if (!type) throw new Error(`No type of visit is called ${id}.`)
    return type
  }
  const anyType = (random: Random) => {
    let left = random() * total
    const type = plan.visitTypes.find(({ share }) => {
      left -= share
      return left < 0
    })
    if (!type) throw new Error('A plan needs at least one type of visit with a share.')
    return type
  }

  return plan.sites
    .flatMap((site) => {
      const name = (letter: string, index: number) => `${site.id}-${letter}${`${index + 1}`.padStart(3, '0')}`
      const booked = site.booked.map(({ at, type }, index) => {
        const random = stream(seed, name('A', index))
        anyType(random)
        return patientOf(
          plan,
          typeOf(type),
          blank(name('A', index), site, type, 'appointment', at),
          at,
          random,
        )
      })
      const chance = (kind: 'walk-in' | 'stat', letter: string, rates: readonly Rate[]) =>
        arrivalTimes(rates, stream(seed, site.id, kind)).map((at, index) => {
          const random = stream(seed, name(letter, index))
          const type = anyType(random)
          return patientOf(plan, type, blank(name(letter, index), site, type.id, kind, null), at, random)
        })
      const recorded = (site.recorded ?? []).map((one, index) => {
        const random = stream(seed, name('R', index))
        anyType(random)
        const visit = blank(name('R', index), site, one.type, one.class, one.appointmentAt)
        const patient = patientOf(plan, typeOf(one.type), visit, one.arrivedAt, random)
        return { ...patient, comesAt: one.arrivedAt, serviceMinutes: one.serviceMinutes }
      })
      return [
        ...booked,
        ...chance('walk-in', 'W', site.walkIns),
        ...chance('stat', 'S', site.stat),
        ...recorded,
      ]
    })
    .map((patient, number) => ({ ...patient, visit: { ...patient.visit, number } }))
}

function patientOf(plan: Plan, type: VisitType, visit: DayVisit, at: number, random: Random): Patient {
  // Drawn for everyone, so that each later draw has its place in the stream.
  const misses = random() < plan.noShow
  const late = draw(plan.punctuality, random)
  const booked = visit.class === 'appointment'
  return {
    visit,
    type,
    comesAt: booked ? (misses ? null : Math.max(0, at + late)) : at,
    serviceShare: random(),
    serviceMinutes: null,
    unprepared: random() < type.unprepared,
    releaseMinutes: draw(plan.release, random),
    toCollect: [...type.samples],
    openSamples: type.samples.length,
    collections: 0,
    gaveUp: false,
    enteredBy: new Set(),
  }
}

function blank(
  id: string,
  site: Site,
  type: string,
  kind: WaitingClass,
  appointmentAt: number | null,
): DayVisit {
  return {
    number: 0,
    id,
    site: site.id,
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
