import type { BodyOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { technicianLogin } from '#contract/technicians.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { signIn } from './log-in.ts'
import { technicianOf } from './manage-technicians.ts'
import { findStaff } from './queries-staff.ts'

/**
 * Signs a technician in, with the limits, work and refusals of the general log-in. Somebody with the right password of an account
 * of another role is told to use the general log-in page.
 */
export async function logInTechnician(context: Context, { email, password }: BodyOf<typeof technicianLogin>) {
  const { token, account } = await signIn(context, { email }, password, 'technician')
  const technician = await findStaff(context.db, 'technician', account.id)
  // Deactivated in this moment: the session is gone as well.
  if (!technician) throw new Refusal('not_signed_in', 'Please log in first')
  return { token, technician: technicianOf(technician), message: messages.login.success }
}
