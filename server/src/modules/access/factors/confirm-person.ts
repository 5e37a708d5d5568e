import type { BodyOf } from '#contract/endpoint.ts'
import type { beginPasskey, PasskeySignature } from '#contract/passkeys.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, notPossible } from '#server/platform/errors.ts'
import { spend } from '#server/platform/limits.ts'
import { codeRefused } from '../codes/codes.ts'
import { challengesOfAccount, ownCodesOfAccount } from '../limits.ts'
import { confirmPassword } from '../log-in/check-password.ts'
import { noteConfirmation } from '../sessions/queries-sessions.ts'
import { takeCode } from './check-second-factor.ts'
import { issueChallenge, requestOptionsOf, requireRelyingParty } from './passkey-challenge.ts'
import { listPasskeysOf } from './queries-passkeys.ts'
import { factorsOf } from './queries-second-factor.ts'
import { acceptPasskey, verifyPasskey } from './verify-passkey.ts'

/** A challenge for one of the caller's own passkeys. */
export async function beginOwnConfirmation(context: SignedIn) {
  const { db, actor } = context
  const party = requireRelyingParty(context)
  await spend(context, challengesOfAccount, actor.accountId)
  const passkeys = await listPasskeysOf(db, actor.accountId)
  if (passkeys.length === 0) throw notPossible('You have no passkey.')
  const challenge = await issueChallenge(context, 'passkey_confirm', actor.accountId)
  return requestOptionsOf(party, challenge, passkeys)
}

/** Notes that a passkey has confirmed the person of this session. Other sessions of the account are not confirmed. */
export async function confirmOwnPerson(context: SignedIn, signed: PasskeySignature) {
  const { db, clock, actor } = context
  await acceptPasskey(context, await verifyPasskey(context, 'passkey_confirm', signed, actor.accountId))
  await noteConfirmation(db, actor.sessionHash, clock.now())
  return { message: 'Your passkey has confirmed that it is you.' }
}

export type Proof = BodyOf<typeof beginPasskey>

/**
 * Requires proof of who changes how an account logs in: a confirmation by a passkey, or the password and, if the account has a second
 * factor, a code. With the password alone, whoever has stolen it and a session could add a second factor of their own. Call it outside of
 * transactions, since it consumes the code.
 */
export async function requireProof(context: SignedIn, { currentPassword, code }: Proof): Promise<void> {
  const { accountId } = context.actor
  if (await confirmPassword(context, currentPassword)) return
  const { secret, any } = await factorsOf(context.db, accountId)
  if (!any) return
  if (code === undefined) {
    throw invalid({
      code: ['Enter a code of your application or a recovery code, or confirm by your passkey'],
    })
  }
  await spend(context, ownCodesOfAccount, accountId)
  if (!(await takeCode(context, accountId, secret, code))) throw wrongCode()
}

export const wrongCode = () =>
  codeRefused('This code is not right, or was used before. Wait for the next code.')
