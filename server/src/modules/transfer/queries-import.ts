import { sql } from 'kysely'
import type { ImportKind } from '#contract/transfer.ts'
import type { Db } from '#server/platform/database.ts'

export type KnownRow = {
  key: string
  hash: Buffer
  accountId: string | null
  personId: string | null
  siteId: string | null
  visitId: string | null
}

/** The records that rows of a source with these keys became. */
export async function findRows(
  db: Db,
  kind: ImportKind,
  source: string,
  keys: readonly string[],
): Promise<Map<string, KnownRow>> {
  const { rows } = await sql<KnownRow>`
    select key, hash, account_id as "accountId", person_id as "personId", site_id as "siteId", visit_id as "visitId"
    from import_row where kind = ${kind} and source = ${source} and key = any(${[...keys]}::text[])`.execute(
    db,
  )
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

export type NewImport = {
  id: string
  kind: ImportKind
  source: string
  fileName: string
  sha256: Buffer
  rows: number
  added: number
  changed: number
  importedBy: string
  importedAt: Date
}

export async function addImport(tx: Db, row: NewImport): Promise<void> {
  await tx.insertInto('import').values(row).execute()
}

/** Lets one import run at a time; others wait. */
export async function takeTurn(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('phial: import', 0))`.execute(tx)
}

/**
 * Keeps what the laboratory offers as it is until the transaction ends: a change of sites, hours, closures, chairs or tests
 * waits for it. To be asked for by one of the writers of visits: see the closures.
 */
export async function holdStill(tx: Db): Promise<void> {
  await sql`select from laboratory for share`.execute(tx)
}

/** Every test by all that it goes by, those too that are not offered any more: a visit of last year may have had one. */
export async function listTestNames(db: Db) {
  return db
    .selectFrom('test')
    .select(['code', 'name', 'label', 'aliases', 'bookable', 'collection', 'position'])
    .orderBy('position')
    .execute()
}

export async function listImports(db: Db) {
  return db
    .selectFrom('import')
    .innerJoin('account', 'account.id', 'import.importedBy')
    .select([
      'import.id',
      'kind',
      'source',
      'fileName',
      'rows',
      'added',
      'changed',
      'account.fullName as by',
      'importedAt as at',
    ])
    .orderBy('importedAt', 'desc')
    .orderBy('import.id', 'desc')
    .limit(100)
    .execute()
}
