import type { Context } from '#server/platform/context.ts'
import type { SigningKey } from '#server/platform/push-message.ts'
import { keepPushKey, readPushKey } from './queries-push.ts'

/** The laboratory's key, created at its first use. With another key, all subscriptions would stop working. */
export async function pushKey({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<SigningKey> {
  const known = await readPushKey(db)
  if (known) return known
  const { newSigningKey } = await import('#server/platform/push-message.ts')
  await keepPushKey(db, newSigningKey(), clock.now())
  const kept = await readPushKey(db)
  if (!kept) throw new Error('The key of push messages was not kept')
  return kept
}
