import { notFound, notPossible, type Refusal } from '#server/platform/errors.ts'
import type { StaffRole, StaffRow } from './queries-staff.ts'

export const unknownStaff = (role: StaffRole): Refusal =>
  notFound(role === 'admin' ? 'This manager' : 'This staff member')

/** Why there is no invitation to send or to withdraw. */
export const whyNotInvited = (role: StaffRole, staff: StaffRow | null): Refusal =>
  staff ? notPossible(`${staff.fullName} has accepted the invitation already.`) : unknownStaff(role)

/** Why there is no account to deactivate. */
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
