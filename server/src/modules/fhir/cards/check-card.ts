import { compactVerify, decodeProtectedHeader, importJWK } from 'jose'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { checkHealthCard as checkContract } from '#contract/health-cards.ts'
import type { Context } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { type Limit, spendOfNetwork } from '#server/platform/limits.ts'
import { expanded, signedTextIn } from './card-text.ts'
import { findCard, findPublicKey } from './queries-cards.ts'
import { type CardClaims, cardClaims, valuesOn } from './read-card.ts'

/** Bounds work: signatures cannot be guessed. */
const checkLimit: Limit = { name: 'health cards: network', burst: 60, perSeconds: 600 }

/**
 * What a card says is shown only if this laboratory signed it, since anybody can write a card under the laboratory's name. If a result of the
 * card was corrected or withdrawn, none of its values are shown.
 * @throws a refusal if the text is no card
 */
export async function checkHealthCard(
  context: Context,
  card: string,
): Promise<ResponseOf<typeof checkContract>> {
  await spendOfNetwork(context, checkLimit)
  const { db } = context
  const jws = signedTextIn(card)
  const header = jws === null ? null : headerOf(jws)
  if (jws === null || header === null) throw invalid({ card: ['This is not a SMART Health Card'] })
  const signed = await signedClaims(context, jws, header.kid)
  if (signed === null) return { state: 'foreign', says: null }
  const found = await findCard(db, signed.rid)
  // The database was restored to a moment before the card was made: nobody knows whether the results are still valid.
  if (found === null) return { state: 'withdrawn', says: null }
  const { standing: state, madeAt, timeZone } = found
  const { patient, observations } = signed
  return {
    state,
    says: {
      madeAt: madeAt.toISOString(),
      timeZone,
      ...patient,
      values: state === 'valid' ? await valuesOn(context, observations) : [],
    },
  }
}

/** The signed content of the card; null if the signature is not one of ours. */
async function signedClaims({ db, config }: Context, jws: string, kid: unknown): Promise<CardClaims | null> {
  const known = typeof kid === 'string' && /^[\w-]{43}$/.test(kid) ? await findPublicKey(db, kid) : null
  if (!known) return null
  const key = await importJWK(known.publicKey, 'ES256')
  const verified = await compactVerify(jws, key, { algorithms: ['ES256'] }).catch(() => null)
  const claims = verified && cardClaims.parse(expanded(verified.payload))
  // A copy of the database has the same keys at another address.
  return claims?.iss === config.publicUrl ? claims : null
}

/** The header of a signed text; null: it is no signed text. */
function headerOf(jws: string): { kid?: unknown } | null {
  try {
    return jws.split('.').length === 3 ? decodeProtectedHeader(jws) : null
  } catch {
    return null
  }
}
