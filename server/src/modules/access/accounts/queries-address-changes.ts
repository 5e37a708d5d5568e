import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { AddressChange } from '#server/platform/schema.gen.ts'

/** Statements on addresses that staff have entered for patients. */

export const addAddressChange = (tx: Db, row: Insertable<AddressChange>) =>
  tx.insertInto('addressChange').values(row).execute()

/** Ends the open changes of these accounts. */
export const endAddressChanges = (
  tx: Db,
  accounts: readonly string[],
  endedBy: string | null,
  endedAt: Date,
) =>
  tx
    .updateTable('addressChange')
    .set({ endedAt, endedBy })
    .where('accountId', 'in', [...accounts])
    .where('endedAt', 'is', null)
    .execute()

/** Ends changes that have lapsed: their links do not work any more. */
export const endLapsedChanges = (db: Db, now: Date) =>
  db
    .updateTable('addressChange')
    .set({ endedAt: now })
    .where('endedAt', 'is', null)
    .where('expiresAt', '<=', now)
    .execute()

/** Approves an open change that somebody else has entered. Returns whether it did. */
export async function setApproved(tx: Db, id: string, approvedBy: string, now: Date): Promise<boolean> {
  const approved = await tx
    .updateTable('addressChange')
    .set({ approvedBy, approvedAt: now })
    .where('id', '=', id)
    .where('askedBy', '<>', approvedBy)
    .where('approvedAt', 'is', null)
    .where('endedAt', 'is', null)
    .where('expiresAt', '>', now)
    .returning('id')
    .executeTakeFirst()
  return approved !== undefined
}

/** Whether the account has an open change that nobody has approved. */
export async function waitsForApproval(db: Db, accountId: string): Promise<boolean> {
  const waiting = await db
    .selectFrom('addressChange')
    .select('id')
    .where('accountId', '=', accountId)
    .where('endedAt', 'is', null)
    .where('approvedAt', 'is', null)
    .executeTakeFirst()
  return waiting !== undefined
}
