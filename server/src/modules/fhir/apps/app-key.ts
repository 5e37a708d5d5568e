import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Context } from '#server/platform/context.ts'
import { findAppKey, insertAppKey } from './queries-artifacts.ts'

/** `privateKey` signs ID tokens (RSA, PKCS 8); `cookieKey` signs the cookies of requests that are not answered yet. */
type AppKey = { privateKey: Buffer; cookieKey: Buffer }

/** The laboratory’s key, created at its first use. If it changed, apps could no longer verify the ID tokens that they have. */
export async function appKey({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<AppKey> {
  const known = await findAppKey(db)
  if (known) return known
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  await insertAppKey(db, {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'der' }),
    cookieKey: randomBytes(32),
    createdAt: clock.now(),
  })
  const kept = await findAppKey(db)
  if (!kept) throw new Error('The key of apps was not kept')
  return kept
}
