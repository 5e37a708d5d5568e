import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { calculateJwkThumbprint } from 'jose'
import { after, days } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { findSigningKey, insertKey, retireKeys } from './queries-cards.ts'

/** The specification asks for a new key each year, and for the private part of a former one to be destroyed. */
const keyLasts = days(365)

/** The key that signs cards now. It is made at its first use, and anew after a year. */
export async function signingKey(context: Context): Promise<{ id: string; key: KeyObject }> {
  const since = after(context.clock.now(), -keyLasts)
  const known = await findSigningKey(context.db, since)
  if (known) return read(known)
  const { privateKey, publicKey } = await promisify(generateKeyPair)('ec', { namedCurve: 'P-256' })
  const jwk = publicKey.export({ format: 'jwk' })
  const id = await calculateJwkThumbprint(jwk)
  const made = { id, privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }) }
  await transact(context, async ({ db, clock }) => {
    const whole = JSON.stringify({ ...jwk, kid: id, use: 'sig', alg: 'ES256' })
    await insertKey(db, { ...made, publicKey: whole, createdAt: clock.now() })
    await retireKeys(db, since)
  })
  return read(made)
}

const read = ({ id, privateKey }: { id: string; privateKey: Buffer }) => ({
  id,
  key: createPrivateKey({ key: privateKey, format: 'der', type: 'pkcs8' }),
})
