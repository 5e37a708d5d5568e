import { z } from 'zod'
import type { RequestOptions } from '#contract/passkeys.ts'
import { minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import { type RelyingParty, relyingPartyOf } from '#server/platform/relying-party.ts'
import { codeRefused } from '../codes/codes.ts'
import { issueToken } from '../codes/links.ts'
import { takeToken } from '../codes/queries.ts'
import type { Passkey } from './queries-passkeys.ts'

export type ChallengePurpose = 'passkey_log_in' | 'passkey_add' | 'passkey_confirm'

/** How long a challenge can be signed: the browser may wait for the person to choose a passkey. Milliseconds. */
export const challengeLife = minutes(10)

/** Makes a challenge that works once: 256 random bits in base64url. The database stores its hash. */
export const issueChallenge = (
  context: Context,
  purpose: ChallengePurpose,
  accountId: string | null,
): Promise<string> => issueToken(context, { purpose, accountId, life: challengeLife })

const clientData = z.object({ challenge: z.string() })

/**
 * Consumes the challenge that a browser has signed, whether or not the signature turns out to be right. Refuses a challenge that is
 * unknown, expired or used, or that was made for another purpose or account.
 */
export async function takeChallenge(
  context: Context,
  purpose: ChallengePurpose,
  { accountId, clientDataJSON }: { accountId: string | null; clientDataJSON: string },
): Promise<string> {
  const challenge = challengeOf(clientDataJSON)
  const taken = challenge === null ? undefined : await takeToken(context, purpose, hashToken(challenge))
  if (challenge === null || !taken || taken.accountId !== accountId) {
    throw codeRefused('This took too long, or was sent twice. Please try again.')
  }
  return challenge
}

function challengeOf(clientDataJSON: string): string | null {
  try {
    return clientData.parse(JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())).challenge
  } catch {
    return null
  }
}

/** Refuses where browsers offer no passkeys. */
export function requireRelyingParty({ config }: Pick<Context, 'config'>): RelyingParty {
  const party = relyingPartyOf(config.publicUrl)
  if (party) return party
  throw notPossible(
    'Passkeys do not work at this address. They need a domain name and https: the laboratory sets PUBLIC_URL to such an address.',
  )
}

export const descriptorOf = ({ credentialId, transports }: Passkey) => ({
  type: 'public-key' as const,
  id: credentialId.toString('base64url'),
  transports,
})

/** The options to sign a challenge with one of these passkeys; with none given, with any that the person has for this laboratory. */
export const requestOptionsOf = (
  party: RelyingParty,
  challenge: string,
  passkeys: readonly Passkey[] = [],
): RequestOptions => ({
  challenge,
  rpId: party.id,
  timeout: challengeLife,
  userVerification: 'required',
  allowCredentials: passkeys.map(descriptorOf),
})
