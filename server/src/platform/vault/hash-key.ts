import { randomBytes } from 'node:crypto'
import { after, days } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database.ts'
import { StartupError } from '../startup-error.ts'
import { keyBytes } from './cipher.ts'
import type { KeySource } from './key-source.ts'
import type { Vault } from './vault.ts'

/**
 * In a database that is already in use, values are encrypted only this long after the hash key was made. Until then, servers of the
 * version before can run on it, and the upgrade can be taken back.
 */
const withEarlierServers = days(1)

const about = 'hash key'

/**
 * Reads the hash key into the vault, and makes it if there is none. It is encrypted with the master key, as data keys are, and is never
 * replaced.
 * @param isNew whether no server of an earlier version can run on this database
 */
export async function holdHashKey(
  { db, clock, log }: Pick<Context, 'db' | 'clock' | 'log'>,
  vault: Vault,
  source: KeySource,
  isNew: boolean,
): Promise<void> {
  if (!(await readHashKey(db))) {
    const now = clock.now()
    const wrapped = await source.wrap(randomBytes(keyBytes), about)
    await db
      .insertInto('hashKey')
      .values({ ...wrapped, madeAt: now, usedFrom: isNew ? now : after(now, withEarlierServers) })
      // Another server may have made one in the meantime: that one is used.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
  const row = await readHashKey(db)
  const key = row && (await source.unwrap(row, about))
  if (!row || !key) {
    throw new StartupError(
      `The master key of ${source.name} does not decrypt the hash key of this database, which was encrypted with the master key ${row?.wrappedBy}. See docs/guide/encryption.md.`,
    )
  }
  vault.holdHashKey({ key, usedFrom: row.usedFrom })
  if (row.wrappedBy === source.current) return
  await db
    .updateTable('hashKey')
    .set(await source.wrap(key, about))
    .where('wrappedBy', '=', row.wrappedBy)
    .execute()
  log.info('the hash key is now encrypted with the present master key')
}

const readHashKey = (db: Db) =>
  db.selectFrom('hashKey').select(['wrapped', 'wrappedBy', 'usedFrom']).executeTakeFirst()
