import type { BodyOf } from '#contract/endpoint.ts'
import type { Role } from '#contract/options.ts'
import type { inviteTechnician as inviteContract, Technician } from '#contract/technicians.ts'
import { audit } from '#server/platform/audit.ts'
import { after } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hashToken, newToken, uuidv7 } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { invitationLife } from './invitation.ts'
import { invitationsByManager, invitationsToAddress } from './limits.ts'
import { requireManager } from './policy.ts'
import { technicianOf } from './present-technician.ts'
import { findAccount } from './queries.ts'
import { addInvitation } from './queries-technicians.ts'

/** A manager is told why an address cannot be invited: they see the list of accounts anyway. */
const owners: Readonly<Record<Role, string>> = {
  technician: 'This address belongs to a technician already.',
  admin: 'This address belongs to a manager. Use another one for the work at the bench.',
  user: 'This address has a patient’s account. Use another one, or let its owner close that account first.',
}

/** Invites somebody to work here: mails a link with which they set a password. */
export async function inviteTechnician(
  context: SignedIn,
  { fullName, email, specialties }: BodyOf<typeof inviteContract>,
): Promise<Technician> {
  const { clock, actor } = context
  requireManager(actor)
  await spend(context, invitationsByManager, actor.accountId)
  await spend(context, invitationsToAddress, email)
  const token = newToken()
  const invited = await inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    const owner = await findAccount(tx, { email })
    if (owner) throw addressTaken(owners[owner.role])
    const now = clock.now()
    const invitation = {
      id: uuidv7(clock),
      email,
      full_name: fullName,
      specialties,
      token_hash: hashToken(token),
      invited_by: actor.accountId,
      created_at: now,
      expires_at: after(now, invitationLife),
    }
    if (!(await addInvitation(tx, invitation))) {
      throw addressTaken('This address is invited already. Send that invitation again instead.')
    }
    await audit(within, {
      action: 'technician.invited',
      subject: { kind: 'account', id: invitation.id },
      after: { fullName, email, specialties },
    })
    await post(within, { kind: 'technician_invited', to: email, payload: { fullName }, secret: { token } })
    return invitation
  })
  context.wakeOutbox()
  const { id, expires_at: invitedUntil } = invited
  return technicianOf({ id, fullName, email, phone: '', status: 'Invited', specialties, invitedUntil })
}

const addressTaken = (why: string) => new Refusal('conflict', why, { fields: { email: [why] } })
