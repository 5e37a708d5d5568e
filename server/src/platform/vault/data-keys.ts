import { randomBytes } from 'node:crypto'
import { after, days, minutes } from '../clock.ts'
import type { Context } from '../context.ts'
import type { Db } from '../database.ts'
import { StartupError } from '../startup-error.ts'
import { keyBytes } from './cipher.ts'
import { holdHashKey } from './hash-key.ts'
import type { KeySource } from './key-source.ts'
import type { DataKey, Vault } from './vault.ts'

/** A new data key begins to encrypt after this time, when every server has read it. */
const learnedWithin = minutes(10)
/** Servers read the data keys again so often. */
const readEvery = minutes(1)
/** When the newest data key is older, the job makes another. */
const oldest = days(365)

type Means = Pick<Context, 'db' | 'clock' | 'log'>

export type DataKeys = {
  /** Makes a data key, which begins to encrypt in ten minutes. Returns its number. */
  add(): Promise<number>
  /** Makes a data key if the newest is older than a year. */
  addWhenOld(): Promise<void>
  stop(): void
}

/**
 * Reads the data keys of the database into the vault, and again each minute. Makes the first one and the hash key, and
 * encrypts with the present master key what an earlier one encrypted.
 * @param source null: there is no master key, which is refused if the database has data keys
 */
export async function holdDataKeys(
  means: Means,
  vault: Vault,
  source: KeySource | null,
): Promise<DataKeys | null> {
  const { db, clock, log } = means
  if (source === null) {
    if ((await listKeys(db)).length === 0) return null
    throw new StartupError(
      'The database has encrypted fields, and there is no master key: set MASTER_KEY to the file with the key. See docs/guide/encryption.md.',
    )
  }
  const isNew = (await listKeys(db)).length === 0
  if (isNew) await addKey(db, source, 1, clock.now(), clock.now())
  const rows = await listKeys(db)
  for (const row of rows) vault.hold(await unwrap(row, source))
  for (const row of rows) await wrapAgain(means, vault, row, source)
  await holdHashKey(means, vault, source, isNew)
  const read = async () => {
    for (const row of await listKeys(db)) if (!vault.holds(row.number)) vault.hold(await unwrap(row, source))
  }
  const timer = setInterval(
    () => void read().catch((error: unknown) => log.warn({ err: error }, 'the data keys could not be read')),
    readEvery,
  )
  timer.unref()

  const add = async () => {
    const number = Math.max(0, ...(await listKeys(db)).map((row) => row.number)) + 1
    await addKey(db, source, number, clock.now(), after(clock.now(), learnedWithin))
    await read()
    return number
  }
  return {
    add,
    async addWhenOld() {
      const newest = Math.max(...(await listKeys(db)).map(({ usedFrom }) => usedFrom.getTime()))
      if (clock.now().getTime() - newest > oldest) await add()
    },
    stop: () => clearInterval(timer),
  }
}

type KeyRow = { number: number; wrapped: Buffer; wrappedBy: string; usedFrom: Date }

const listKeys = (db: Db): Promise<KeyRow[]> =>
  db.selectFrom('dataKey').select(['number', 'wrapped', 'wrappedBy', 'usedFrom']).orderBy('number').execute()

const aboutOf = (number: number) => `data key ${number}`

/** Another server may have made the key of this number, which is then used. */
async function addKey(
  db: Db,
  source: KeySource,
  number: number,
  madeAt: Date,
  usedFrom: Date,
): Promise<void> {
  const wrapped = await source.wrap(randomBytes(keyBytes), aboutOf(number))
  await db
    .insertInto('dataKey')
    .values({ number, ...wrapped, madeAt, usedFrom })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function unwrap(row: KeyRow, source: KeySource): Promise<DataKey> {
  const key = await source.unwrap(row, aboutOf(row.number))
  if (key) return { number: row.number, key, usedFrom: row.usedFrom }
  throw new StartupError(
    `The master key of ${source.name} does not decrypt data key ${row.number} of this database, which was encrypted with the master key ${row.wrappedBy}. See docs/guide/encryption.md.`,
  )
}

async function wrapAgain({ db, log }: Means, vault: Vault, row: KeyRow, source: KeySource): Promise<void> {
  if (row.wrappedBy === source.current) return
  const { key } = vault.key(row.number)
  await db
    .updateTable('dataKey')
    .set(await source.wrap(key, aboutOf(row.number)))
    .where((of) => of.and({ number: row.number, wrappedBy: row.wrappedBy }))
    .execute()
  log.info({ dataKey: row.number }, 'a data key is now encrypted with the present master key')
}
