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
import { invalid, notAllowed, Refusal } from '#server/platform/errors.ts'
import type { Reach, Visit } from './queries-visits.ts'

/** Patients reach their own visits, staff those of their sites, or everyone's. Anyone else: nothing. */
export function reachOf(actor: Actor): Reach {
  switch (actor.role) {
    case 'user':
      return { accountId: actor.accountId }
    case 'technician':
    case 'admin':
      return actor.sites === null ? 'everyone' : { sites: actor.sites }
    default:
      return refuseRole(actor.role)
  }
}

function refuseRole(_role: never): never {
  throw notAllowed()
}

const isPatient = (role: Role) => role === 'user'

/** Whether this caller books for others: a visit then belongs to the account that they name, or to none. */
export const booksForOthers = (actor: Actor): boolean => !isPatient(actor.role)

/** Whoever manages appointments squeezes somebody in where every chair is taken, up to so many at one time. */
export function overbookLimitFor(actor: Actor, { overbookLimit }: { overbookLimit: number }): number {
  if (!may(actor, 'appointments')) throw notAllowed()
  if (overbookLimit > 0) return overbookLimit
  throw new Refusal(
    'not_possible_now',
    'This laboratory squeezes nobody in: its settings allow no extra places.',
  )
}

type Changing = Pick<Visit, 'status' | 'startsAt' | 'cutOffMinutes'>

export const changeableUntil = ({
  startsAt,
  cutOffMinutes,
}: Pick<Changing, 'startsAt' | 'cutOffMinutes'>): Date => after(startsAt, -minutes(cutOffMinutes))

/** Why this caller may not change the visit any more; null while they may. */
export function whyNotChange(actor: Actor, visit: Changing, now: Date) {
  const state = whyNotChangeable(visit.status)
  if (state !== null || !isPatient(actor.role)) return state
  return now < changeableUntil(visit)
    ? null
    : `Changes were possible until ${inHours(visit.cutOffMinutes)} before the visit. Please call the laboratory.`
}

/** Why this caller may not cancel it; null while they may. Staff may as long as the table of states allows it. */
export function whyNotCancel(actor: Actor, visit: Changing, now: Date) {
  if (isPatient(actor.role)) return whyNotChange(actor, visit, now)
  return mayBecome(visit.status, 'cancelled')
    ? null
    : `This appointment is ${visitStateLabels[visit.status].toLowerCase()} and can no longer be cancelled.`
}

/** Why it cannot be noted that nobody came; null while it can. Who has arrived is called and given up at the desk. */
export function whyNotNoShow(visit: Pick<Visit, 'status' | 'startsAt'>, now: Date): string | null {
  if (visit.status !== 'booked') {
    return `This appointment is ${visitStateLabels[visit.status].toLowerCase()}.`
  }
  return visit.startsAt <= now ? null : 'Its time has not come yet.'
}

/** The states from which this caller's cancelling may start. */
export function cancellableFrom(actor: Actor): VisitState[] {
  return visitStates.filter((state) =>
    isPatient(actor.role) ? state === 'booked' : mayBecome(state, 'cancelled'),
  )
}

/** Staff act on somebody else's plans: they say why, and it is kept. */
export function requireReason(actor: Actor, reason: string | undefined): void {
  if (!isPatient(actor.role) && (reason ?? '') === '') {
    throw invalid({ reason: ['Give a reason: it is kept with the appointment'] })
  }
}

function inHours(minutesBefore: number): string {
  if (minutesBefore % 60 !== 0) return `${minutesBefore} minutes`
  return minutesBefore === 60 ? '1 hour' : `${minutesBefore / 60} hours`
}
