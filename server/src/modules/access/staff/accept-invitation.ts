import { messages } from '#contract/messages.ts'
import type { Language } from '#contract/options.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spendOfNetwork } from '#server/platform/limits.ts'
import { createAccount } from '../accounts/create-account.ts'
import { insertSites } from '../accounts/queries-access.ts'
import { tellOwner } from '../accounts/tell-owner.ts'
import { linksFromNetwork } from '../limits.ts'
import { refuseWeak } from '../log-in/check-password.ts'
import type { Device } from '../log-in/devices.ts'
import { openSession } from '../sessions/sessions.ts'
import { invitationRefused, openInvitation } from './invitation.ts'
import { setSpecialties, takeInvitation } from './queries-staff.ts'

/** Creates the account of an invitation with the chosen password. The link works once. */
export async function acceptInvitation(
  context: Context,
  token: string,
  { password, language, device }: { password: string; language: Language; device: Device },
) {
  await spendOfNetwork(context, linksFromNetwork)
  const tokenHash = hashToken(token)
  const found = await openInvitation(context, tokenHash)
  if (typeof found === 'string') throw invitationRefused(found)
  // Before the link is used up, so that it still works after a refused password.
  await refuseWeak(context, password, found)
  const passwordHash = await hasher.hash(password)
  const session = await transact(context, (within) =>
    becomeStaff(within, tokenHash, { passwordHash, language }, device),
  )
  return { token: session.token, message: messages.technicians.passwordSet }
}

async function becomeStaff(
  within: Context,
  tokenHash: Buffer,
  credentials: { passwordHash: string; language: Language },
  device: Device,
) {
  const { db } = within
  const invitation = await takeInvitation(within, tokenHash)
  if (!invitation) {
    const found = await openInvitation(within, tokenHash)
    throw invitationRefused(typeof found === 'string' ? found : 'unknown')
  }
  const { id, role, permissions, fullName, email, specialties, sites, facilityId } = invitation
  const account = await createAccount(within, {
    ...{ id, role, permissions, fullName, email, facilityId },
    ...credentials,
  })
  if (!account) {
    throw new Refusal(
      'conflict',
      'Your address got another account since you were invited. Ask the laboratory to invite another address.',
    )
  }
  await setSpecialties(db, id, specialties)
  if (sites !== null) await insertSites(db, id, sites)
  await tellOwner(within, 'technician_activated', account)
  return openSession(within, account, device)
}
