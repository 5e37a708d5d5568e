import type { Role } from '#contract/options.ts'
import { may } from '#contract/permissions.ts'
import {
  mayBecome,
  type VisitState,
  visitStateLabels,
  visitStates,
  whyNotChangeable,
} from '#contract/visit-states.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Actor } from '#server/platform/context.ts'
import { invalid, notAllowed, notPossible } from '#server/platform/errors.ts'
import type { Reach, Visit } from './queries-visits.ts'

/** Patients may see their own visits, clinicians those that their facility ordered, staff those of their sites or all. */
export function reachOf(actor: Actor): Reach {
  switch (actor.role) {
    case 'user':
      return { accountId: actor.accountId }
    case 'technician':
    case 'admin':
      return actor.sites === null ? 'everyone' : { sites: actor.sites }
    case 'clinician':
      if (!actor.facilityId) throw notAllowed()
      return { orderedBy: actor.facilityId }
    default:
      return refuseRole(actor.role)
  }
}

function refuseRole(_role: never): never {
  throw notAllowed()
}

const isPatient = (role: Role) => role === 'user'

/** Whether this caller books for others: the visit then belongs to the account that they name, or to none. */
export const booksForOthers = (actor: Actor): boolean => !isPatient(actor.role)

/** The number of extra places at one time that this caller may use if every chair is taken. */
export function overbookLimitFor(actor: Actor, { overbookLimit }: { overbookLimit: number }): number {
  if (!may(actor, 'appointments') || actor.program) throw notAllowed()
  if (overbookLimit > 0) return overbookLimit
  throw notPossible('This laboratory does not overbook: its settings allow no extra places.')
}

type Changing = Pick<Visit, 'status' | 'startsAt' | 'cutOffMinutes'>

export const changeableUntil = ({
  startsAt,
  cutOffMinutes,
}: Pick<Changing, 'startsAt' | 'cutOffMinutes'>): Date => after(startsAt, -minutes(cutOffMinutes))

/** Why this caller may not change the visit any more; null if they may. */
export function whyNotChange(actor: Actor, visit: Changing, now: Date) {
  const state = whyNotChangeable(visit.status)
  if (state !== null || !isPatient(actor.role)) return state
  return now < changeableUntil(visit)
    ? null
    : `Changes were possible until ${inHours(visit.cutOffMinutes)} before the visit. Please call the laboratory.`
}

/** Why this caller may not cancel the visit; null if they may. Staff may in every state from which it can be cancelled. */
export function whyNotCancel(actor: Actor, visit: Changing, now: Date) {
  if (isPatient(actor.role)) return whyNotChange(actor, visit, now)
  return mayBecome(visit.status, 'cancelled')
    ? null
    : `This appointment is ${visitStateLabels[visit.status].toLowerCase()} and can no longer be cancelled.`
}

/** Why the visit cannot be marked as a no-show; null if it can. For a patient who has arrived, the desk does that in the queue. */
export function whyNotNoShow(visit: Pick<Visit, 'status' | 'startsAt'>, now: Date): string | null {
  if (visit.status !== 'booked') {
    return `This appointment is ${visitStateLabels[visit.status].toLowerCase()}.`
  }
  return visit.startsAt <= now ? null : 'Its time has not come yet.'
}

/** The states in which this caller may cancel. */
export function cancellableFrom(actor: Actor): VisitState[] {
  return visitStates.filter((state) =>
    isPatient(actor.role) ? state === 'booked' : mayBecome(state, 'cancelled'),
  )
}

/** Staff give a reason when they change somebody's appointment; it is stored. */
export function requireReason(actor: Actor, reason: string | undefined): void {
  if (!isPatient(actor.role) && (reason ?? '') === '') {
    throw invalid({ reason: ['Give a reason: it is kept with the appointment'] })
  }
}

function inHours(minutesBefore: number): string {
  if (minutesBefore % 60 !== 0) return `${minutesBefore} minutes`
  return minutesBefore === 60 ? '1 hour' : `${minutesBefore / 60} hours`
}
