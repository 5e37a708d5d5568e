import type { Db } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { findAccount } from './queries.ts'

/**
 * A patient's account, by which others book for them and write to them; null for staff and for closed accounts, and for
 * one whom people of the sites `seenAt` do not see.
 */
export async function readPatient(
  db: Db,
  id: string,
  seenAt: Sites = null,
): Promise<{ id: string; fullName: string; email: string } | null> {
  const account = await findAccount(db, { id, seenAt })
  return account?.role === 'user' ? { id, fullName: account.fullName, email: account.email } : null
}
