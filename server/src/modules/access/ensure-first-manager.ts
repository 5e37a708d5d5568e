import { hours } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { hasher } from '#server/platform/hasher.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { addManager, isWithoutManager } from './first-manager.ts'
import { issueToken } from './links.ts'
import { whyWeak } from './password-rules.ts'
import { retireTokens } from './queries.ts'

const setUpLinkLife = hours(24)

/**
 * Makes sure that the laboratory can be managed: by the manager of the settings, or by whoever opens the link that is
 * answered. Null when there is a manager. Each start makes the links of earlier ones worthless; of several processes
 * that start at once, the last one's link works.
 */
export async function ensureFirstManager(context: Context): Promise<string | null> {
  const { firstManager, publicUrl } = context.config
  return inTransaction(context.db, async (tx) => {
    const within = { ...context, db: tx }
    if (!(await isWithoutManager(within))) return null
    if (firstManager) {
      await addFromSettings(within, firstManager)
      return null
    }
    await retireTokens(tx, null, ['set_up'], context.clock.now())
    const token = await issueToken(within, { purpose: 'set_up', accountId: null, life: setUpLinkLife })
    return `${publicUrl}/set-up#token=${token}`
  })
}

async function addFromSettings(within: Context, manager: { email: string; password: string }): Promise<void> {
  const why = whyWeak(manager.password, ['Phial Laboratory', manager.email])
  if (why !== null) throw new StartupError(`Setting ADMIN_PASSWORD: ${why}`)
  const passwordHash = await hasher.hash(manager.password)
  if (!(await addManager(within, { fullName: 'Manager', email: manager.email, passwordHash }))) {
    throw new StartupError('Setting ADMIN_EMAIL: this address belongs to an account that is no manager.')
  }
}
