import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'

/** Statements that chain the audit trail and read the chain. */

/** An arbitrary number, the same in all processes. */
const lockKey = 7_446_251_991
/** Rows in a block: 80 kB of digests, hashed in some 20 ms. */
const mostRows = 2000

/**
 * The content of a row as one text: a JSON array, which is different for different contents. Part of each statement and not a
 * function of the database, which an attacker could change together with the rows.
 */
const digest = sql`sha256(convert_to(jsonb_build_array(a.id, (extract(epoch from a.at) * 1000000)::bigint, a.account_id,
  a.role, a.network, a.action, a.subject_kind, a.subject_id, a.before::text, a.after::text, a.reason)::text, 'UTF8'))`

/** The highest assigned position; some rows up to it may not be committed yet. */
export async function lastPosition(db: Db): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select case when is_called then last_value else 0 end as last from audit_position_seq`.execute(db)
  return rows[0]?.last ?? 0
}

/**
 * Transactions that have begun to write into the trail and have not ended. Each takes its lock on the table before it
 * is given a position and keeps it until its rows are seen by all or gone; a prepared one that outlives its session too.
 */
export async function writersNow(db: Db): Promise<string[]> {
  const { rows } = await sql<{ writer: string }>`
    select distinct virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'audit'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`.execute(db)
  return rows.map(({ writer }) => writer)
}

/** Lets one process chain at a time, until the transaction ends. */
export async function lockChain(tx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(lockKey)})`.execute(tx)
}

/** Chains the next rows up to a position; returns their number. */
export async function insertBlock(tx: Db, upTo: number, now: Date): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
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
    returning rows`.execute(tx)
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
  const { rows } = await sql<BlockRow>`
    select b.number, b.until, b.rows, b.made_at as "madeAt", b.entries, b.hash, (
      select string_agg(int8send(a.position) || ${digest}, ''::bytea order by a.position)
      from audit a where a.position > ${after} and a.position <= b.until) as found
    from (select * from audit_block where number >= ${number} order by number limit 1) b`.execute(db)
  return rows[0] ?? null
}

/** Number, end and hash of a block, from which the next one is checked. */
export async function readFooting(
  db: Db,
  number: number,
): Promise<{ number: number; until: number; hash: Buffer } | null> {
  const { rows } = await sql<{ number: number; until: number; hash: Buffer }>`
    select number, until, hash from audit_block where number = ${number}`.execute(db)
  return rows[0] ?? null
}

/** Which block noted this content at which position: where an entry belongs that stands elsewhere now. */
export async function findEntry(db: Db, content: Buffer): Promise<number | null> {
  const { rows } = await sql<{ entries: Buffer }>`
    select entries from audit_block where position(${content}::bytea in entries) > 0 limit 1`.execute(db)
  const entries = rows[0]?.entries
  if (!entries) return null
  const at = entries.indexOf(content)
  return at < 8 ? null : Number(entries.readBigInt64BE(at - 8))
}

/** The row at a position. */
export async function readEntryAt(
  db: Db,
  position: number,
): Promise<{ at: Date; action: string; subject: string } | null> {
  const { rows } = await sql<{ at: Date; action: string; subject: string }>`
    select at, action, subject_kind || ' ' || subject_id as subject from audit where position = ${position}`.execute(
    db,
  )
  return rows[0] ?? null
}

export type ChainRow = {
  blocks: number
  /** The last row that is in the chain was chained then; all null before the first block. */
  madeAt: Date | null
  head: Buffer | null
  /** Written since and not chained yet. */
  tail: number
}

export async function readChain(db: Db): Promise<ChainRow> {
  const { rows } = await sql<ChainRow>`
    select coalesce(b.number, 0) as blocks, b.made_at as "madeAt", b.hash as head,
      (select count(*) from (select from audit where position > coalesce(b.until, 0) limit 10000) new) as tail
    from (select) one left join (select * from audit_block order by number desc limit 1) b on true`.execute(
    db,
  )
  return rows[0] ?? { blocks: 0, madeAt: null, head: null, tail: 0 }
}

/** Whether a hash that was kept elsewhere is in the chain. */
export async function hasHead(db: Db, beginning: string): Promise<boolean> {
  const { rows } = await sql`
    select from audit_block where encode(hash, 'hex') like ${`${beginning}%`} limit 1`.execute(db)
  return rows.length > 0
}

export async function countChained(db: Db): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select coalesce(sum(rows), 0)::bigint as n from audit_block`.execute(db)
  return rows[0]?.n ?? 0
}

export type CheckRow = {
  checkedAt: Date
  blocks: number
  break: string | null
  /** The longest chain that a check found without a break; null if none did yet. */
  seen: Seen | null
}

/** `head` is the hash of block `blocks`; null if an earlier version stored only the count. */
export type Seen = { blocks: number; head: Buffer | null; at: Date }

export async function readCheck(db: Db): Promise<CheckRow | null> {
  type Row = Omit<CheckRow, 'seen'> & { seenBlocks: number; seenHead: Buffer | null; seenAt: Date | null }
  const { rows } = await sql<Row>`
    select checked_at as "checkedAt", blocks, break, seen_blocks as "seenBlocks", seen_head as "seenHead",
      seen_at as "seenAt"
    from audit_check`.execute(db)
  const row = rows[0]
  if (!row) return null
  const { seenBlocks, seenHead, seenAt, ...found } = row
  return { ...found, seen: seenAt && { blocks: seenBlocks, head: seenHead, at: seenAt } }
}

/**
 * Stores the result of a check. `head` is the hash of the last valid block. The recorded chain stays as it is if the check
 * found a break, or if another process has checked a longer chain meanwhile.
 */
export async function saveCheck(
  db: Db,
  check: { checkedAt: Date; blocks: number; head: Buffer; break: string | null },
): Promise<void> {
  const row = { checkedAt: check.checkedAt, blocks: check.blocks, break: check.break }
  await db
    .insertInto('auditCheck')
    .values(row)
    .onConflict((conflict) => conflict.column('onlyOne').doUpdateSet(row))
    .execute()
  if (check.break !== null || check.blocks === 0) return
  await sql`
    update audit_check set seen_blocks = ${check.blocks}, seen_head = ${check.head}, seen_at = ${check.checkedAt}
    where seen_blocks <= ${check.blocks}`.execute(db)
}

/** The first block after an instant; null if there is none. */
export async function findBlockSince(db: Db, moment: Date): Promise<{ number: number; madeAt: Date } | null> {
  const { rows } = await sql<{ number: number; madeAt: Date }>`
    select number, made_at as "madeAt" from audit_block where made_at > ${moment} order by number limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}
