import type { Insertable } from 'kysely'
import type { Context } from '#server/platform/context.ts'
import type { Account as AccountTable } from '#server/platform/schema.gen.ts'
import { auditAccount } from './audit-account.ts'
import { type Account, addAccount } from './queries.ts'

/** Creates an account and audits it as a deed of its owner; undefined when an active account has the address or the number. */
export async function createAccount(
  within: Context,
  details: Omit<Insertable<AccountTable>, 'createdAt'>,
): Promise<Account | undefined> {
  const account = await addAccount(within.db, { ...details, createdAt: within.clock.now() })
  if (!account) return undefined
  const { id, role } = account
  await auditAccount(within, 'account.created', id, {
    accountId: id,
    ...(role !== 'user' && { after: { role } }),
  })
  return account
}
