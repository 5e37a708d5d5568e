import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import { z } from 'zod'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { type Limit, spendOfNetwork } from '#server/platform/limits.ts'
import { expanded, signedTextIn } from './card-text.ts'
import { findCard, findPublicKey } from './queries-cards.ts'

/** Bounds work: signatures cannot be guessed. */
const checkLimit: Limit = { name: 'health cards: network', burst: 60, perSeconds: 600 }

const claims = z.object({ iss: z.string(), vc: z.object({ rid: z.string().max(24) }) })

/** @throws a refusal if this laboratory has not signed the card */
export async function checkHealthCard(context: Context, card: string) {
  await spendOfNetwork(context, checkLimit)
  const rid = await signedRid(context, card)
  const found = rid === null ? null : await findCard(context.db, rid)
  if (!found) throw invalid({ card: ['This is no card of this laboratory, or it was changed'] })
  return { state: found.isRevoked ? ('revoked' as const) : ('valid' as const), madeAt: found.madeAt }
}

/** The name of the card in its signed content; null if the signature is not one of ours. */
async function signedRid({ db, config }: Context, card: string): Promise<string | null> {
  const jws = signedTextIn(card)
  const kid = jws === null ? null : keyIdIn(jws)
  const known = kid === null ? null : await findPublicKey(db, kid)
  if (jws === null || !known) return null
  try {
    const key = await importJWK(known.publicKey, 'ES256')
    const { payload } = await compactVerify(jws, key, { algorithms: ['ES256'] })
    const { iss, vc } = claims.parse(expanded(payload))
    return iss === config.publicUrl ? vc.rid : null
  } catch {
    // A wrong signature, or a content that is not that of a card.
    return null
  }
}

function keyIdIn(jws: string): string | null {
  try {
    const { kid } = decodeProtectedHeader(jws)
    return typeof kid === 'string' && /^[\w-]{43}$/.test(kid) ? kid : null
  } catch {
    return null
  }
}
