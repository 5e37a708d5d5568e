import { audit } from '#server/platform/audit.ts'
import type { Context } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Account, addAccount, lockFirstManager, lockManagers } from './queries.ts'

/** Whether there is nobody to manage the laboratory. No other transaction can change that until this one ends. */
export async function isWithoutManager(within: Context): Promise<boolean> {
  await lockFirstManager(within.db)
  return (await lockManagers(within.db)).length === 0
}

/** Adds a manager; undefined when the address has an account. */
export async function addManager(
  within: Context,
  manager: { fullName: string; email: string; passwordHash: string },
): Promise<Account | undefined> {
  const account = await addAccount(within.db, {
    id: uuidv7(within.clock),
    role: 'admin',
    fullName: manager.fullName,
    email: manager.email,
    passwordHash: manager.passwordHash,
    createdAt: within.clock.now(),
  })
  if (account) {
    await audit(within, {
      action: 'account.created',
      subject: { kind: 'account', id: account.id },
      accountId: account.id,
      after: { role: 'admin' },
    })
  }
  return account
}
