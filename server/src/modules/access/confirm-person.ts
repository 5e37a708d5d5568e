import type { PasskeySignature } from '#contract/passkeys.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, notPossible } from '#server/platform/errors.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { confirmPassword, isConfirmed } from './check-password.ts'
import { takeCode } from './check-second-factor.ts'
import { codeRefused } from './codes.ts'
import { issueChallenge, requestOptionsOf, requireRelyingParty } from './passkey-challenge.ts'
import { listPasskeysOf } from './queries-passkeys.ts'
import { factorsOf } from './queries-second-factor.ts'
import { noteConfirmation } from './queries-sessions.ts'
import { acceptPasskey, verifyPasskey } from './verify-passkey.ts'

export const triesOfSession: Limit = { name: 'second factor: own', burst: 10, perSeconds: 15 * 60 }
/** Each tap of the button makes a challenge. */
export const challengesOfAccount: Limit = { name: 'passkey: own', burst: 30, perSeconds: 10 * 60 }

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

/** Notes for this session alone that a passkey has confirmed who uses it. */
export async function confirmOwnPerson(context: SignedIn, signed: PasskeySignature) {
  const { db, clock, actor } = context
  await acceptPasskey(context, await verifyPasskey(context, 'passkey_confirm', signed, actor.accountId))
  await noteConfirmation(db, actor.sessionHash, clock.now())
  return { message: 'Your passkey has confirmed that it is you.' }
}

export type Proof = { currentPassword?: string | undefined; code?: string | undefined }

/**
 * Asks who changes how an account logs in: for a passkey just now, or for the password and, if the account has a second factor, a code of
 * it. Otherwise the password and a stolen session would add a second factor of the thief. Call it outside of transactions, since it
 * consumes the code.
 */
export async function requireProof(context: SignedIn, { currentPassword, code }: Proof): Promise<void> {
  if (await isConfirmed(context)) return
  const { accountId } = context.actor
  await confirmPassword(context, currentPassword)
  const { secret, hasPasskey } = await factorsOf(context.db, accountId)
  if (secret === null && !hasPasskey) return
  if (code === undefined) {
    throw invalid({
      code: ['Enter a code of your application or a recovery code, or confirm by your passkey'],
    })
  }
  await spend(context, triesOfSession, accountId)
  if (!(await takeCode(context, accountId, secret, code))) throw wrongCode()
}

export const wrongCode = () =>
  codeRefused('This code is not right, or was used before. Wait for the next code.')
