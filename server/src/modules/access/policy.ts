import { may, type Permission, usualPermissions } from '#contract/permissions.ts'
import type { Actor } from '#server/platform/context.ts'
import { notAllowed, notFound, notPossible, Refusal } from '#server/platform/errors.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import type { Account } from './accounts/queries.ts'
import type { StaffRole, StaffRow } from './staff/queries-staff.ts'

/** Everybody reads and changes their own account and no other; staff those of others as they may. Default: no. */
export function requireMay(actor: Actor, permission: Permission): void {
  if (!may(actor, permission)) throw notAllowed()
}

/** What only a manager may do, whatever others were given: permissions, sites, and who is a manager. */
export function requireManager(actor: Actor): void {
  if (actor.role !== 'admin') throw notAllowed()
}

/** The audit actions and messages about staff, in full, so that a search for a name finds where it is used. */
export const staffActions = {
  technician: {
    invited: 'technician.invited',
    invitedAgain: 'technician.invited_again',
    invitationWithdrawn: 'technician.invitation_withdrawn',
    deactivated: 'technician.deactivated',
    invitedMessage: 'technician_invited',
    deactivatedMessage: 'technician_deactivated',
  },
  admin: {
    invited: 'manager.invited',
    invitedAgain: 'manager.invited_again',
    invitationWithdrawn: 'manager.invitation_withdrawn',
    deactivated: 'manager.deactivated',
    invitedMessage: 'manager_invited',
    deactivatedMessage: 'manager_deactivated',
  },
  clinician: {
    invited: 'clinician.invited',
    invitedAgain: 'clinician.invited_again',
    invitationWithdrawn: 'clinician.invitation_withdrawn',
    deactivated: 'clinician.deactivated',
    invitedMessage: 'clinician_invited',
    deactivatedMessage: 'clinician_deactivated',
  },
} as const

/** Technicians are managed by staff with the permission for it; managers and clinicians by managers. */
export const requireMayManage = (actor: Actor, role: StaffRole): void =>
  role === 'technician' ? requireMay(actor, 'people') : requireManager(actor)

type Access = { permissions: readonly Permission[]; sites: Sites }

/** Only a manager changes permissions. Only a manager of all sites changes the sites that staff are limited to. */
export function requireMayGive(actor: Actor, before: Access, after: Access): void {
  if (!sameOf(before.permissions, after.permissions) && actor.role !== 'admin') {
    throw new Refusal('not_allowed', 'Only a manager gives and takes permissions.')
  }
  if (!sameOf(before.sites, after.sites) && (actor.role !== 'admin' || actor.sites !== null)) {
    throw new Refusal('not_allowed', 'Only a manager who sees all sites says whose patients others see.')
  }
}

/** Why this manager may not change or deactivate another (or themselves), or null. */
export function whyNotManage(actor: Actor, managerId: string): string | null {
  if (managerId === actor.accountId) return 'Another manager changes what you may see, and whether you stay.'
  return actor.sites === null ? null : 'Only a manager who sees all sites changes what other managers see.'
}

/** Whether two lists have the same members, in any order. */
const sameOf = (one: readonly string[] | null, other: readonly string[] | null): boolean =>
  one === null || other === null
    ? one === other
    : one.length === other.length && one.every((part) => other.includes(part))

/** The permissions and sites of an invitation that states none: at most those of the person who invites. */
export const usualAccess = (actor: Actor) => ({
  permissions: usualPermissions.filter((permission) => may(actor, permission)),
  sites: actor.sites,
})

/** Why an account may not be closed by its owner, or null. `managers` are those who can sign in and see every site. */
export function whyNotClose(
  account: Pick<Account, 'id' | 'role'>,
  managers: readonly { id: string }[],
): string | null {
  if (account.role !== 'admin' || managers.some(({ id }) => id !== account.id)) return null
  return 'You are the only manager. Let somebody else manage the laboratory first.'
}

/**
 * Why an address asserted by the issuer does not sign in to the existing account with that address, or null if it does. It never
 * does for staff: a stolen account at the issuer would otherwise give access to the results of every patient.
 */
export function whyNotJoin(account: Pick<Account, 'role'>): string | null {
  return account.role === 'user'
    ? null
    : 'This address belongs to a member of staff. Please log in with your password.'
}

export const unknownStaff = (role: StaffRole): Refusal =>
  notFound({ admin: 'This manager', technician: 'This staff member', clinician: 'This clinician' }[role])

/** The refusal if there is no open invitation to send again or to withdraw. */
export const whyNotInvited = (role: StaffRole, staff: StaffRow | null): Refusal =>
  staff ? notPossible(`${staff.fullName} has accepted the invitation already.`) : unknownStaff(role)

/** The refusal if there is no active account to deactivate. */
export function whyNotActive(role: StaffRole, staff: StaffRow | null): Refusal {
  if (!staff) return unknownStaff(role)
  return notPossible(
    staff.status === 'Invited'
      ? `${staff.fullName} has not accepted yet: withdraw the invitation instead.`
      : `${staff.fullName} is deactivated already.`,
  )
}

export const noLongerStaff = ({ fullName }: StaffRow): Refusal =>
  notPossible(`${fullName} no longer works here: this is kept as it was.`)
