import type { BodyOf, ResponseOf } from '#contract/endpoint.ts'
import { messages } from '#contract/messages.ts'
import type { technicianLogin } from '#contract/technicians.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { signIn } from './log-in.ts'
import { technicianOf } from './present-technician.ts'
import { findTechnician } from './queries-technicians.ts'

/**
 * Signs a technician in: limits, work and refusals are those of everybody's log-in. Whoever has the right password of
 * another account is told that this is the wrong door, which the right password of it has earned.
 */
export async function logInTechnician(
  context: Context,
  body: BodyOf<typeof technicianLogin>,
): Promise<ResponseOf<typeof technicianLogin>> {
  const { token, account } = await signIn(context, { email: body.email }, body.password, 'technician')
  const technician = await findTechnician(context.db, account.id)
  // Deactivated in this moment: the session is gone as well.
  if (!technician) throw new Refusal('not_signed_in', 'Please log in first')
  return { token, technician: technicianOf(technician), message: messages.login.success }
}
