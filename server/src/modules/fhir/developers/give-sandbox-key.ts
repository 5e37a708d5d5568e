import { sandboxScopes } from '#contract/developers.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { notPossible } from '#server/platform/errors.ts'
import { hashToken, uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spendOfNetwork } from '#server/platform/limits.ts'
import { newApiKey } from '../admit-key.ts'
import { insertClient } from '../queries-clients.ts'
import { findManager } from '../queries-keys.ts'

const limit: Limit = { name: 'sandbox keys: network', burst: 10, perSeconds: 3600 }
const perMinute = 60

/** A key for the data of a demonstration, valid for a day. Its manager is the one who made it. */
export async function giveSandboxKey(context: Context) {
  const { db, clock, config } = context
  const manager = config.demo?.signIns.find(({ role }) => role === 'admin')
  const createdBy = manager && (await findManager(db, manager.email))
  if (!createdBy)
    throw notPossible('Only a demonstration gives keys to everybody. Ask a manager of the laboratory.')
  await spendOfNetwork(context, limit)
  const [id, key, now] = [uuidv7(clock), newApiKey(), clock.now()]
  const given = { scopes: [...sandboxScopes], perMinute, expiresAt: after(now, days(1)) }
  const name = `Sandbox ${id}`
  await transact(context, async (inside) => {
    const row = { ...given, id, name, signsInBy: 'api_key' as const, secretHash: hashToken(key) }
    await insertClient(inside.db, { ...row, createdBy, createdAt: now }, [])
    const subject = { kind: 'api_client', id }
    await audit(inside, { action: 'api_client.added', subject, after: { name, ...given } })
  })
  return { key, ...given }
}
