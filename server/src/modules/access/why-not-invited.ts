import { notFound, Refusal } from '#server/platform/errors.ts'
import type { TechnicianRow } from './queries-technicians.ts'

export const noTechnician = () => notFound('This staff member')

/** What is said to whoever acts on an invitation that is none, or none any more. */
export function whyNotInvited(technician: TechnicianRow | undefined): Refusal {
  if (!technician) return noTechnician()
  return new Refusal('not_possible_now', `${technician.fullName} has accepted the invitation already.`)
}
