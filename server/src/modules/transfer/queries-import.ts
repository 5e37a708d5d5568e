import { type Insertable, type Selectable, sql } from 'kysely'
import type { ImportKind } from '#contract/transfer.ts'
import type { Db } from '#server/platform/database.ts'
import type { Import, ImportRow } from '#server/platform/schema.gen.ts'

const kept = ['key', 'hash', 'accountId', 'personId', 'siteId', 'visitId'] as const
export type KnownRow = Pick<Selectable<ImportRow>, (typeof kept)[number]>

/** The records that rows of a source with these keys became. */
export async function findRows(
  db: Db,
  kind: ImportKind,
  source: string,
  keys: readonly string[],
): Promise<Map<string, KnownRow>> {
  const rows = await db
    .selectFrom('importRow')
    .select(kept)
    .where('kind', '=', kind)
    .where('source', '=', source)
    .where('key', '=', sql<string>`any(${[...keys]}::text[])`)
    .execute()
  return new Map(rows.map((row) => [row.key, row]))
}

export async function keepRows(
  tx: Db,
  { kind, source, importId }: { kind: ImportKind; source: string; importId: string },
  rows: readonly KnownRow[],
): Promise<void> {
  const given = rows.map((row) => ({ ...row, hash: row.hash.toString('hex') }))
  await sql`
    insert into import_row (kind, source, key, hash, account_id, person_id, site_id, visit_id, import_id)
    select ${kind}, ${source}, r.key, decode(r.hash, 'hex'), r."accountId", r."personId", r."siteId", r."visitId", ${importId}::uuid
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as r (key text, hash text, "accountId" uuid, "personId" uuid, "siteId" uuid, "visitId" uuid)
    on conflict (kind, source, key) do update set hash = excluded.hash, import_id = excluded.import_id,
      account_id = excluded.account_id, person_id = excluded.person_id`.execute(tx)
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
