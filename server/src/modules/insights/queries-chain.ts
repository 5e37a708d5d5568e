import { sql } from 'kysely'
import { anyRow, type Db, rowOf, rowsOf } from '#server/platform/database.ts'

/** Statements that chain the audit trail and read the chain. */

/** An arbitrary number, the same in all processes. */
const lockKey = 7_446_251_991
/** Rows in a block: 80 kB of digests, hashed in some 20 ms. */
const mostRows = 2000
/** Unchained rows are counted up to this number. */
const mostCounted = 10_000

/**
 * The content of a row as one text: a JSON array, which is different for different contents. Part of each statement and not a
 * function of the database, which an attacker could change together with the rows.
 */
const digest = sql`sha256(convert_to(jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.account_id,
  a.role, a.network, a.action, a.subject_kind, a.subject_id, a.before::text, a.after::text, a.reason)::text, 'UTF8'))`

/** The highest assigned position; some rows up to it may not be committed yet. */
export async function lastPosition(db: Db): Promise<number> {
  const row = await rowOf(db)<{ last: number }>`
    select case when is_called then last_value else 0 end as last from audit_position_seq`
  return row?.last ?? 0
}

/**
 * Transactions that have begun to write into the trail and have not ended. Each takes its lock on the table before it
 * is given a position and keeps it until its rows are seen by all or gone; a prepared one that outlives its session too.
 */
export async function writersNow(db: Db): Promise<string[]> {
  const rows = await rowsOf(db)<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'audit'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`
  return rows.map(({ writer }) => writer)
}

/** Lets one process chain at a time, until the transaction ends. */
export async function lockChain(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(tx)
}

/** Chains the next rows up to a position; returns their number. */
export async function insertBlock(tx: Db, upTo: number, now: Date): Promise<number> {
  const rows = await rowsOf(tx)<{ rows: number }>`
    with base as (
      select coalesce(max(number), 0) + 1 as number, coalesce(max(until), 0) as after,
        coalesce((select hash from audit_block order by number desc limit 1), decode(repeat('00', 32), 'hex')) as former
      from (select number, until from audit_block order by number desc limit 1) last
    ), part as (
      select a.position, int8send(a.position) || ${digest} as entry
      from audit a where a.position > (select after from base) and a.position <= ${upTo}
      order by a.position limit ${sql.lit(mostRows)}
    ), block as (
      select count(*)::int as rows, max(position) as until, string_agg(entry, ''::bytea order by position) as entries
      from part
    )
    insert into audit_block (number, until, rows, made_at, entries, hash)
    select base.number, block.until, block.rows, ${now}::timestamptz, block.entries,
      sha256(base.former || int8send(base.number) || int8send(block.until)
        || int8send((extract(epoch from ${now}::timestamptz) * 1000000)::bigint) || block.entries)
    from base, block where block.rows > 0
    returning rows`
  return rows[0]?.rows ?? 0
}

export type BlockRow = {
  number: number
  until: number
  rows: number
  madeAt: Date
  entries: Buffer
  hash: Buffer
  /** Position and digest of each present row in the block's range; null if there is none. */
  found: Buffer | null
}

/** The first block from `number` on, with what the trail holds after the position `after` up to the block's last. */
export async function readBlock(db: Db, number: number, after: number): Promise<BlockRow | null> {
  return rowOf(db)<BlockRow>`
    select b.number, b.until, b.rows, b.made_at , b.entries, b.hash, (
      select string_agg(int8send(a.position) || ${digest}, ''::bytea order by a.position)
      from audit a where a.position > ${after} and a.position <= b.until) as found
    from (select * from audit_block where number >= ${number} order by number limit 1) b`
}

/**
 * The position up to which expired entries were deleted; 0 for a block that is younger than every minimum, so that a forged record of
 * the position cannot hide young entries.
 */
export async function prunedUntil(db: Db, madeAt: Date, leastDays: number): Promise<number> {
  const row = await rowOf(db)<{ until: number }>`
    select until from audit_pruned where ${madeAt}::timestamptz < now() - make_interval(days => ${leastDays})`
  return row?.until ?? 0
}

/** Number, end and hash of a block, from which the next one is checked. */
export const readFooting = (db: Db, number: number) =>
  db
    .selectFrom('auditBlock')
    .select(['number', 'until', 'hash'])
    .where('number', '=', number)
    .executeTakeFirst()

/** The position at which a block recorded this content: the original position of a moved entry. */
export async function findEntry(db: Db, content: Buffer): Promise<number | null> {
  const row = await rowOf(db)<{ entries: Buffer }>`
    select entries from audit_block where position(${content}::bytea in entries) > 0 limit 1`
  const entries = row?.entries
  if (!entries) return null
  const at = entries.indexOf(content)
  return at < 8 ? null : Number(entries.readBigInt64BE(at - 8))
}

/** The row at a position. */
export const readEntryAt = (db: Db, position: number) =>
  db
    .selectFrom('audit')
    .select(['at', 'action', 'subjectKind', 'subjectId'])
    .where('position', '=', position)
    .executeTakeFirst()

export type ChainRow = {
  blocks: number
  /** When the newest block was made, and its hash; null before the first block. */
  chainedAt: Date | null
  head: Buffer | null
  /** Rows after the last block. */
  unchained: number
}

export async function readChain(db: Db): Promise<ChainRow> {
  const row = await rowOf(db)<ChainRow>`
    select coalesce(b.number, 0) as blocks, b.made_at as chained_at, b.hash as head,
      (select count(*) from (select from audit where position > coalesce(b.until, 0) limit ${sql.lit(mostCounted)}) new)
        as unchained
    from (select) one left join (select * from audit_block order by number desc limit 1) b on true`
  return row ?? { blocks: 0, chainedAt: null, head: null, unchained: 0 }
}

/** Whether a hash that was kept elsewhere is in the chain. */
export const hasHead = (db: Db, beginning: string): Promise<boolean> =>
  anyRow(db)`select from audit_block where encode(hash, 'hex') like ${`${beginning}%`} limit 1`

export async function countChained(db: Db): Promise<number> {
  const { entries } = await db
    .selectFrom('auditBlock')
    .select(({ fn }) => fn.sum<number | null>('rows').as('entries'))
    .executeTakeFirstOrThrow()
  return entries ?? 0
}

/** The longest chain that a check found without a break. `head` is null if an earlier version stored only the count. */
export type Seen = { blocks: number; head: Buffer | null; at: Date }

/** PostgreSQL's number of the database: another one after a restore into a new database. */
export async function databaseNumber(db: Db): Promise<number> {
  const row = await rowOf(db)<{ number: number }>`
    select oid::bigint as number from pg_database where datname = current_database()`
  return row?.number ?? 0
}

/** The last check; `seen` is null if no check has found a chain without a break. */
export async function readCheck(db: Db) {
  const row = await db.selectFrom('auditCheck').selectAll().executeTakeFirst()
  if (!row) return null
  const { checkedAt, blocks, seenBlocks, seenHead, seenAt } = row
  const seen: Seen | null = seenAt && { blocks: seenBlocks, head: seenHead, at: seenAt }
  return { checkedAt, blocks, break: row.break, seen }
}

/**
 * Stores the result of a check. `head` is the hash of the last valid block. The recorded chain stays as it is if the check
 * found a break, or if another process has checked a longer chain meanwhile.
 */
export async function saveCheck(
  db: Db,
  check: { checkedAt: Date; blocks: number; head: Buffer; break: string | null },
): Promise<void> {
  const { head, ...row } = check
  await db
    .insertInto('auditCheck')
    .values(row)
    .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet(row))
    .execute()
  if (check.break !== null || check.blocks === 0) return
  await db
    .updateTable('auditCheck')
    .set({ seenBlocks: check.blocks, seenHead: head, seenAt: check.checkedAt })
    .where('seenBlocks', '<=', check.blocks)
    .execute()
}

/** The first block after an instant. */
export const findBlockSince = (db: Db, moment: Date) =>
  db
    .selectFrom('auditBlock')
    .select(['number', 'madeAt'])
    .where('madeAt', '>', moment)
    .orderBy('number')
    .limit(1)
    .executeTakeFirst()
