import { type Insertable, type Selectable, sql } from 'kysely'
import { type Db, wroteRow } from '#server/platform/database.ts'
import type { Passkey as PasskeyTable } from '#server/platform/schema.gen.ts'

/** Statements on passkeys. */

export type Passkey = Selectable<PasskeyTable>

export const listPasskeysOf = (db: Db, accountId: string): Promise<Passkey[]> =>
  db.selectFrom('passkey').selectAll().where('accountId', '=', accountId).orderBy('id').execute()

export const findPasskey = (db: Db, credentialId: Buffer): Promise<Passkey | undefined> =>
  db.selectFrom('passkey').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()

export const insertPasskey = (db: Db, passkey: Insertable<PasskeyTable>) =>
  db.insertInto('passkey').values(passkey).execute()

/**
 * Notes a use of a passkey. Returns false if its count has not grown, or if it was removed. An authenticator that does not count always
 * sends 0.
 */
export const notePasskeyUse = (
  db: Db,
  id: string,
  { signCount, now }: { signCount: number; now: Date },
): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('passkey')
      .set({ signCount, lastUsedAt: now })
      .where('id', '=', id)
      .where(sql<boolean>`(sign_count < ${signCount} or (sign_count = 0 and ${signCount} = 0))`),
  )

/** Deletes a passkey of an account. Returns its name; undefined if the account does not have it. */
export const deletePasskey = async (db: Db, accountId: string, id: string): Promise<string | undefined> =>
  (
    await db
      .deleteFrom('passkey')
      .where('accountId', '=', accountId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst()
  )?.name
