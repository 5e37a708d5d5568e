import type { PasskeySignature } from '#contract/passkeys.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { auditAccount } from './audit-account.ts'
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
  const signCount = passkey && isTheirs(passkey, signed, accountId) && (await verify())
  if (typeof signCount === 'number' && passkey) return { passkey, signCount }
  await auditAccount(context, 'login.refused', passkey?.accountId ?? 'unknown')
  throw passkeyRefused()

  async function verify(): Promise<number | false> {
    // Loaded when somebody uses a passkey: it takes 27 MB.
    const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
    // Whose passkey it is has been compared: see `isTheirs`.
    const { id, userHandle: _, ...response } = signed
    const { publicKey } = passkey as Passkey
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
      return verified && authenticationInfo.newCounter
    } catch (error) {
      context.log.info(
        { reason: error instanceof Error ? error.message : 'unknown' },
        'a passkey was refused',
      )
      return false
    }
  }
}

/** A passkey of another account than the authenticator or the session says is refused. */
function isTheirs(passkey: Passkey, { userHandle }: PasskeySignature, accountId: string | null): boolean {
  if (accountId !== null && passkey.accountId !== accountId) return false
  if (userHandle === undefined) return accountId !== null
  return userHandle === userHandleOf(passkey.accountId)
}

/** How an authenticator knows an account: the bytes of its id, which say nothing about the person. */
export const userHandleOf = (accountId: string): string =>
  Buffer.from(accountId.replaceAll('-', ''), 'hex').toString('base64url')

const passkeyRefused = () =>
  new Refusal('wrong_credentials', 'This passkey does not work here. Log in another way.')

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
