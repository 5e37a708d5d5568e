import { messages } from '#contract/messages.ts'
import type { Language, Role } from '#contract/options.ts'
import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spend } from '#server/platform/limits.ts'
import { post } from '#server/platform/outbox.ts'
import { refuseWeak } from './check-password.ts'
import { invitationRefused, whyDead } from './invitation.ts'
import { linksFromNetwork } from './limits.ts'
import { addAccount } from './queries.ts'
import { insertSites } from './queries-access.ts'
import { findInvitation, setSpecialties, takeInvitation } from './queries-technicians.ts'
import { openSession } from './sessions.ts'

/** Creates the account of an invitation with the chosen password. The link works once. */
export async function acceptInvitation(
  context: Context,
  token: string,
  { password, language }: { password: string; language: Language },
): Promise<{ token: string; message: string }> {
  const { db, clock } = context
  await spend(context, linksFromNetwork, context.network)
  const tokenHash = hashToken(token)
  const found = await findInvitation(db, tokenHash)
  const dead = whyDead(found, clock.now())
  if (!found || dead !== null) throw invitationRefused(dead ?? 'unknown')
  // Before the link is used up, so that it still works after a refused password.
  await refuseWeak(context, password, { fullName: found.fullName, email: found.email })
  const passwordHash = await hasher.hash(password)
  const session = await inTransaction(db, (tx) =>
    becomeStaff({ ...context, db: tx }, tokenHash, { passwordHash, language }),
  )
  context.wakeOutbox()
  return { token: session.token, message: messages.technicians.passwordSet }
}

async function becomeStaff(
  within: Context,
  tokenHash: Buffer,
  { passwordHash, language }: { passwordHash: string; language: Language },
) {
  const { db, clock } = within
  const now = clock.now()
  const invitation = await takeInvitation(db, tokenHash, now)
  if (!invitation) throw invitationRefused(whyDead(await findInvitation(db, tokenHash), now) ?? 'unknown')
  const account = await addAccount(db, {
    id: invitation.id,
    role: invitation.role as Role,
    permissions: invitation.permissions,
    fullName: invitation.fullName,
    email: invitation.email,
    passwordHash,
    language,
    createdAt: now,
  })
  if (!account) {
    throw new Refusal(
      'conflict',
      'Your address got another account since you were invited. Ask the laboratory to invite another address.',
    )
  }
  await setSpecialties(db, account.id, invitation.specialties)
  if (invitation.sites !== null) await insertSites(db, account.id, invitation.sites)
  await audit(within, {
    action: 'account.created',
    subject: { kind: 'account', id: account.id },
    accountId: account.id,
    after: { role: account.role },
  })
  await post(within, {
    kind: 'technician_activated',
    to: account.email,
    payload: { fullName: account.fullName },
  })
  return openSession(within, account)
}
