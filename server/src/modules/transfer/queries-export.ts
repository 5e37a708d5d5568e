import { type ControlledTransaction, sql } from 'kysely'
import { anyRow, type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import type { EncryptedColumn } from '#server/platform/vault/encrypted-tables.ts'
import { decryptBytes, decryptText, encryptedColumnsOf } from '#server/platform/vault/fields.ts'
import { confidentialFile, reportFile } from './queries-sheets-care.ts'
import { ofSite, type Sheet } from './sheet.ts'

export type Extent = { sites: readonly string[] | null; from: Date | null; to: Date | null }

const rowsAtOnce = 500

/**
 * A read-only snapshot of the whole database for the duration of an export. Null while another export runs: each keeps a connection,
 * and prevents the database from cleaning up. It ends if the client does not read for five minutes.
 */
export async function openSnapshot(db: Db): Promise<ControlledTransaction<DB> | null> {
  const snapshot = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute()
  try {
    const begun = await rowOf(snapshot)<{ locked: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended('phial: export', 0)) as locked,
          set_config('idle_in_transaction_session_timeout', '300s', true),
          set_config('plan_cache_mode', 'force_custom_plan', true)`
    if (begun?.locked) return snapshot
  } catch (error) {
    await snapshot.rollback().execute()
    throw error
  }
  await snapshot.rollback().execute()
  return null
}

/** Streams the rows of a statement with a cursor. */
async function* walk<Row>(db: Db, statement: ReturnType<typeof sql>, atOnce: number): AsyncGenerator<Row[]> {
  await sql`declare walk no scroll cursor for ${statement}`.execute(db)
  while (true) {
    const rows = await rowsOf(db)<Row>`fetch forward ${sql.lit(atOnce)} from walk`
    if (rows.length > 0) yield rows
    if (rows.length < atOnce) break
  }
  await sql`close walk`.execute(db)
}

const textOf = (text: string, { sites }: Extent) =>
  sql.join(
    text.split('$sites').map((part) => sql.raw(part)),
    sql`${sites === null ? null : [...sites]}::uuid[]`,
  )

function narrowed(
  { from, site, at }: Pick<Sheet, 'from' | 'site' | 'at'>,
  extent: Extent,
): ReturnType<typeof sql> {
  const conditions = [
    ...(typeof site === 'object' && extent.sites !== null
      ? [sql`${textOf(site.of, extent)} = any(${[...extent.sites]}::uuid[])`]
      : []),
    ...(at && extent.from ? [sql`${sql.raw(at)} >= ${extent.from}::timestamptz`] : []),
    ...(at && extent.to ? [sql`${sql.raw(at)} < ${extent.to}::timestamptz`] : []),
  ]
  const where = / where /.test(from) ? sql`and` : sql`where`
  return conditions.length === 0 ? sql`` : sql`${where} ${sql.join(conditions, sql` and `)}`
}

export async function* walkSheet(
  db: Db,
  sheet: Sheet,
  extent: Extent,
): AsyncGenerator<Record<string, unknown>[]> {
  const encrypted = encryptedColumnsOf(sheet.tables[0] ?? '').filter(({ name }) => name in sheet.columns)
  for await (const rows of walkRows(db, sheet, extent)) {
    for (const { name, column } of encrypted) {
      for (const row of rows) row[name] = decryptText(db, column, String(row.id), row[name] as string | null)
    }
    yield rows
  }
}

function walkRows(db: Db, sheet: Sheet, extent: Extent): AsyncGenerator<Record<string, unknown>[]> {
  const columns = Object.entries(sheet.columns).map(
    ([name, { expression }]) => sql`${sql.raw(expression)} as ${sql.ref(name)}`,
  )
  // The names of columns are the headings of the file.
  return walk(
    db.withoutPlugins(),
    sql`select ${sql.join(columns)} from ${sql.raw(sheet.from)} ${narrowed(sheet, extent)}
      order by ${sql.raw(sheet.order)}`,
    rowsAtOnce,
  )
}

/** The comments on the columns of the database, by `table.column`. */
export async function readMeanings(db: Db): Promise<Map<string, string>> {
  const rows = await rowsOf(db)<{ column: string; meaning: string }>`
    select a.attrelid::regclass || '.' || a.attname as column, d.description as meaning
    from pg_description d join pg_attribute a on a.attrelid = d.objoid and a.attnum = d.objsubid
    where d.classoid = 'pg_class'::regclass and d.objsubid > 0`
  return new Map(rows.map(({ column, meaning }) => [column, meaning]))
}

/** Whether visits with confidential tests exist or can be booked. */
export const hasConfidentialTests = (db: Db): Promise<boolean> => anyRow(db)`
  select 1 from test t where t.confidential and (t.bookable or exists (
    select from visit_test vt where vt.site_id in (select id from site) and vt.test_code = t.code)) limit 1`

export type StoredFile = { name: string; content: Buffer }

type StoredFiles = { name: string; content: string; from: string; at: string; encrypted?: EncryptedColumn }
const storedFiles: readonly StoredFiles[] = [
  {
    name: reportFile,
    content: 't.pdf',
    from: `report t join visit v on v.site_id = t.site_id and v.id = t.visit_id join site s on s.id = t.site_id`,
    at: 't.released_at',
  },
  {
    name: confidentialFile,
    content: 't.pdf',
    from: `confidential_report t join visit v on v.site_id = t.site_id and v.id = t.visit_id join site s on s.id = t.site_id`,
    at: 't.released_at',
  },
  {
    name: `'interface-verifications/' || t.id || '.pdf'`,
    content: 't.pdf',
    from: 'instrument_verification t where t.pdf is not null',
    at: 't.signed_at',
  },
  {
    name: `'attachments/' || t.id || '-' || t.name`,
    content: 't.content',
    from: 'task_attachment t',
    at: 't.added_at',
    encrypted: 'taskAttachment.content',
  },
  {
    name: `'request-forms/' || t.id || '-' || t.name`,
    content: 't.content',
    from: 'order_page t',
    at: 't.added_at',
    encrypted: 'orderPage.content',
  },
]

/** Streams the PDF files of released reports and of interface verifications, then the files attached to tasks and the pages of request forms, one at a time. */
export async function* walkFiles(db: Db, extent: Extent): AsyncGenerator<StoredFile> {
  for (const { name, content, from, at, encrypted } of storedFiles) {
    const rows = narrowed({ from, site: ofSite, at }, extent)
    const id = encrypted ? sql`t.id` : sql`null`
    const files = sql`select ${id} as id, ${sql.raw(name)} as name, ${sql.raw(content)} as content from ${sql.raw(from)} ${rows}`
    for await (const part of walk<StoredFile & { id: string | null }>(db, files, 1)) {
      for (const { id: row, ...file } of part) {
        yield encrypted && row ? { ...file, content: decryptBytes(db, encrypted, row, file.content) } : file
      }
    }
  }
}
