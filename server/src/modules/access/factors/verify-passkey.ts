import type { PasskeySignature } from '#contract/passkeys.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import type { RelyingParty } from '#server/platform/relying-party.ts'
import { auditAccount } from '../accounts/audit-account.ts'
import { type ChallengePurpose, requireRelyingParty, takeChallenge } from './passkey-challenge.ts'
import { findPasskey, notePasskeyUse, type Passkey } from './queries-passkeys.ts'

/** A passkey whose signature is right, with the count of signatures that it sent. */
type Verified = { passkey: Passkey; signCount: number }

/**
 * Verifies the signature of a passkey over a challenge of `purpose`: origin, domain name, that the person was verified, and whose passkey
 * it is. With `accountId`, the passkeys of other accounts are refused. Without it, the authenticator has to name the account as well.
 */
export async function verifyPasskey(
  context: Context,
  purpose: ChallengePurpose,
  signed: PasskeySignature,
  accountId: string | null = null,
): Promise<Verified> {
  const party = requireRelyingParty(context)
  const challenge = await takeChallenge(context, purpose, {
    accountId,
    clientDataJSON: signed.clientDataJSON,
  })
  const passkey = await findPasskey(context.db, Buffer.from(signed.id, 'base64url'))
  if (passkey && isTheirs(passkey, signed, accountId)) {
    const signCount = await verifySignature(context, passkey, { signed, challenge, party })
    if (signCount !== null) return { passkey, signCount }
  }
  await auditAccount(context, 'login.refused', passkey?.accountId ?? 'unknown')
  throw new Refusal('wrong_credentials', 'This passkey does not work here. Log in another way.')
}

/** Returns the count of signatures that the authenticator sent, or null if the signature is wrong. */
async function verifySignature(
  context: Context,
  { publicKey }: Passkey,
  { signed, challenge, party }: { signed: PasskeySignature; challenge: string; party: RelyingParty },
): Promise<number | null> {
  // Loaded when somebody uses a passkey: it takes 27 MB.
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  // `isTheirs` has compared the user handle.
  const { id, userHandle: _, ...response } = signed
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response },
      expectedChallenge: challenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      // The statement that notes the use compares the count, so that two uses at once cannot pass with the same one.
      credential: { id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch (error) {
    logRefusal(context, error)
    return null
  }
}

/** Logs what is wrong with a passkey, which its user is not told. */
export const logRefusal = ({ log }: Context, error: unknown): void =>
  log.info({ reason: error instanceof Error ? error.message : 'unknown' }, 'a passkey was refused')

/** Whether a passkey belongs to the account that the session and the authenticator name. */
function isTheirs(passkey: Passkey, { userHandle }: PasskeySignature, accountId: string | null): boolean {
  if (accountId !== null && passkey.accountId !== accountId) return false
  if (userHandle === undefined) return accountId !== null
  return userHandle === userHandleOf(passkey.accountId)
}

/** The user handle of an account: the bytes of its id, which say nothing about the person. */
export const userHandleOf = (accountId: string): string =>
  Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url')

/**
 * Notes the use of a verified passkey, or refuses: a count that has not grown means that somebody may have a copy of it. Call it outside
 * of transactions, since the refusal is audited.
 */
export async function acceptPasskey(context: Context, { passkey, signCount }: Verified): Promise<Passkey> {
  if (await notePasskeyUse(context.db, passkey.id, { signCount, now: context.clock.now() })) return passkey
  await auditAccount(context, 'passkey.refused', passkey.accountId, { reason: passkey.name })
  throw new Refusal(
    'wrong_credentials',
    'This passkey was used elsewhere in the meantime: somebody may have a copy of it. Log in another way and remove it.',
  )
}
