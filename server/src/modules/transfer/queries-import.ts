import { createHash } from 'node:crypto'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { ImportKind } from '#contract/transfer.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import type { Import, ImportRow } from '#server/platform/schema.gen.ts'
import { digestsOf, hashesNow } from '#server/platform/vault/fields.ts'

const kept = ['key', 'hash', 'accountId', 'personId', 'siteId', 'visitId'] as const
export type KnownRow = Pick<Selectable<ImportRow>, (typeof kept)[number]>

/**
 * The forms in which the key of a row can be stored; the first one is to be written. A patient's number in a source is an identifier: once
 * the hash key is in use, a keyed hash is stored in its place. Earlier rows have the number until `hashImportRows` rewrites them.
 */
function storedKeys(db: Db, kind: ImportKind, key: string): [written: string, ...others: string[]] {
  if (kind !== 'patients' || !key.startsWith('#')) return [key]
  const digest = createHash('sha256').update(key).digest()
  const stored = (one: Buffer) => (one.equals(digest) ? key : `%${one.toString('base64url')}`)
  const [written, ...others] = digestsOf(db, digest)
  return [stored(written), ...others.map(stored)]
}

/** Whether the stored row had the same content as one with this digest. */
export const isSameContent = (db: Db, row: KnownRow | undefined, hash: Buffer): boolean =>
  row !== undefined && digestsOf(db, hash).some((one) => one.equals(row.hash))

/** The records that rows of a source with these keys became. */
export async function findRows(
  db: Db,
  kind: ImportKind,
  source: string,
  keys: readonly string[],
): Promise<Map<string, KnownRow>> {
  const asked = new Map(
    keys.flatMap((key) => storedKeys(db, kind, key).map((stored) => [stored, key] as const)),
  )
  const rows = await db
    .selectFrom('importRow')
    .select(kept)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .where('key', '=', sql<string>`any(${[...asked.keys()]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [asked.get(row.key) ?? row.key, row]))
}

export async function keepRows(
  tx: Db,
  { kind, source, importId }: { kind: ImportKind; source: string; importId: string },
  rows: readonly KnownRow[],
): Promise<void> {
  const given = rows.map((row) => {
    const [key, earlier = null] = storedKeys(tx, kind, row.key)
    const [hash] = kind === 'patients' ? digestsOf(tx, row.hash) : [row.hash]
    return { ...row, key, earlier, hash: hash.toString('hex') }
  })
  await sql`
    update import_row i set key = r.key from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r (key text, earlier text)
    where i.kind = ${kind} and i.source = ${source} and i.key = r.earlier`.execute(tx)
  await sql`
    insert into import_row (kind, source, key, hash, account_id, person_id, site_id, visit_id, import_id)
    select ${kind}, ${source}, r.key, decode(r.hash, 'hex'), r."accountId", r."personId", r."siteId", r."visitId", ${importId}::uuid
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as r (key text, hash text, "accountId" uuid, "personId" uuid, "siteId" uuid, "visitId" uuid)
    on conflict (kind, source, key) do update set hash = excluded.hash, import_id = excluded.import_id,
      account_id = excluded.account_id, person_id = excluded.person_id`.execute(tx)
}

/** Replaces the numbers and digests of earlier rows of patients by keyed hashes, once the hash key is in use. */
export async function hashImportRows(db: Db): Promise<void> {
  if (!hashesNow(db)) return
  for (let batch = 0; batch < 100; batch++) {
    const rows = await rowsOf(db)<Pick<ImportRow, 'source' | 'key' | 'hash'>>`
      select source, key, hash from import_row where kind = 'patients' and octet_length(hash) = 32
      order by source, key limit 500`
    if (rows.length === 0) return
    const given = rows.map(({ source, key, hash }) => ({
      source,
      earlier: key,
      key: storedKeys(db, 'patients', key)[0],
      had: hash.toString('hex'),
      hash: digestsOf(db, hash)[0].toString('hex'),
    }))
    await sql`
      update import_row i set key = r.key, hash = decode(r.hash, 'hex')
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as r (source text, earlier text, key text, had text, hash text)
      where i.kind = 'patients' and i.source = r.source and i.key = r.earlier and i.hash = decode(r.had, 'hex')`.execute(
      db,
    )
  }
}

export const addImport = (tx: Db, row: Insertable<Import>) => tx.insertInto('import').values(row).execute()

/** Lets one import run at a time; others wait. */
export const takeTurn = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('phial: import', 0))`.execute(tx)

/**
 * Locks the laboratory's plan until the transaction ends: changes of sites, hours, closures, chairs and tests wait for it.
 * Call it after joining the writers of visits, as the closures do.
 */
export const holdStill = (tx: Db) => sql`select from laboratory for share`.execute(tx)

/** Every test with its names, also those that are not offered any more: an earlier visit may have had one. */
export const listTestNames = (db: Db) =>
  db
    .selectFrom('test')
    .select(['code', 'catalogueName as name', 'label', 'aliases', 'bookable', 'collection', 'position'])
    .orderBy('position')
    .execute()

export const listImports = (db: Db) =>
  db
    .selectFrom('import as i')
    .innerJoin('account as a', 'a.id', 'i.importedBy')
    .select(['i.id', 'kind', 'source', 'fileName', 'rows', 'added', 'changed'])
    .select(['a.fullName as by', 'importedAt as at'])
    .orderBy('importedAt', 'desc')
    .orderBy('i.id', 'desc')
    .limit(100)
    .execute()
