import type { Db } from '#server/platform/database.ts'
import { findAccount } from './queries.ts'

/** A patient's account, by which others book for them and write to them; null for staff and for closed accounts. */
export async function readPatient(
  db: Db,
  id: string,
): Promise<{ id: string; fullName: string; email: string } | null> {
  const account = await findAccount(db, { id })
  return account?.role === 'user' ? { id, fullName: account.full_name, email: account.email } : null
}
