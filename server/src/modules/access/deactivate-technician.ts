import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { post } from '#server/platform/outbox.ts'
import { endAccess } from './end-access.ts'
import { requireMay } from './policy.ts'
import { deactivateTechnician as deactivate, findTechnician } from './queries-technicians.ts'
import { noTechnician } from './why-not-invited.ts'

/**
 * Closes a technician's account: sessions and links end with it and the address is free. The row stays, so that what
 * the person did keeps their name.
 */
export async function deactivateTechnician(
  context: SignedIn,
  id: string,
  reason: string | undefined,
): Promise<{ message: string }> {
  requireMay(context.actor, 'people')
  const closed = await inTransaction(context.db, async (tx) => {
    const account = await deactivate(tx, id, context.clock.now())
    if (!account) throw await whyNot({ ...context, db: tx }, id)
    await endAccess({ ...context, db: tx }, id)
    await audit(
      { ...context, db: tx },
      { action: 'technician.deactivated', subject: { kind: 'account', id }, reason: reason || undefined },
    )
    await post(
      { ...context, db: tx },
      {
        kind: 'technician_deactivated',
        to: account.email,
        payload: { fullName: account.fullName, language: account.language },
      },
    )
    return account
  })
  context.wakeOutbox()
  return { message: `${closed.fullName} can no longer log in. What they did stays on record.` }
}

async function whyNot({ db }: SignedIn, id: string): Promise<Refusal> {
  const technician = await findTechnician(db, id)
  if (!technician) return noTechnician()
  return new Refusal(
    'not_possible_now',
    technician.status === 'Invited'
      ? `${technician.fullName} has not accepted yet: withdraw the invitation instead.`
      : `${technician.fullName} is deactivated already.`,
  )
}
