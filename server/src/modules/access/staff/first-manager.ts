import { hours } from '#server/platform/clock.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { hasher } from '#server/platform/hasher.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { createAccount } from '../accounts/create-account.ts'
import { type Account, lockFirstManager, lockManagers } from '../accounts/queries.ts'
import { issueToken } from '../codes/links.ts'
import { retireTokens } from '../codes/queries.ts'
import { whyWeak } from '../log-in/password-rules.ts'

const setUpLinkLife = hours(24)

/**
 * Makes sure that the laboratory can be managed: by the manager of the settings, or by whoever opens the link that is
 * returned. Null when there is a manager. Each start makes the links of earlier starts worthless; of several processes
 * that start at once, the last one's link works.
 */
export function ensureFirstManager(context: Context): Promise<string | null> {
  const { firstManager, publicUrl } = context.config
  return transact(context, async (within) => {
    if (!(await isWithoutManager(within))) return null
    if (firstManager) {
      await addFromSettings(within, firstManager)
      return null
    }
    await retireTokens(within, null, ['set_up'])
    const token = await issueToken(within, { purpose: 'set_up', accountId: null, life: setUpLinkLife })
    return `${publicUrl}/set-up#token=${token}`
  })
}

async function addFromSettings(within: Context, { email, password }: { email: string; password: string }) {
  const why = whyWeak(password, ['Phial Laboratory', email])
  if (why !== null) throw new StartupError(`Setting ADMIN_PASSWORD: ${why}`)
  const passwordHash = await hasher.hash(password)
  if (!(await addManager(within, { fullName: 'Manager', email, passwordHash }))) {
    throw new StartupError('Setting ADMIN_EMAIL: this address belongs to an account that is no manager.')
  }
}

/** Whether there is nobody to manage the laboratory. No other transaction can change that until this one ends. */
export async function isWithoutManager(within: Context): Promise<boolean> {
  await lockFirstManager(within.db)
  return (await lockManagers(within.db)).length === 0
}

/** Adds a manager; undefined when the address has an account. */
export const addManager = (
  within: Context,
  manager: { fullName: string; email: string; passwordHash: string },
): Promise<Account | undefined> =>
  createAccount(within, { id: uuidv7(within.clock), role: 'admin', ...manager })
