import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { InstrumentProfile } from '#server/platform/schema.gen.ts'

/** Statements on imported profiles. */

export const readProfiles = (db: Db) =>
  db.selectFrom('instrumentProfile').select(['key', 'name', 'source', 'settings', 'codes']).execute()

export const writeProfile = (tx: Db, { key, ...profile }: Insertable<InstrumentProfile>) =>
  tx
    .insertInto('instrumentProfile')
    .values({ key, ...profile })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(profile))
    .execute()
