import { createHash } from 'node:crypto'
import { leastAuditDays } from '#contract/retention.ts'
import type { Db } from '#server/platform/database.ts'
import { type Difference, findDifference } from './block-difference.ts'
import {
  type BlockRow,
  findBlockSince,
  findEntry,
  prunedUntil,
  readBlock,
  readChain,
  readCheck,
  readEntryAt,
  readFooting,
  type Seen,
} from './queries-chain.ts'

/** The number of valid blocks, the hash of the last of them, and a description of the first break, or null. */
export type Verdict = { blocks: number; head: Buffer; break: string | null }

type Footing = { number: number; until: number; hash: Buffer }
const beginning: Footing = { number: 0, until: 0, hash: Buffer.alloc(32) }

/**
 * Compares the audit trail with its chain, from the block after `after` on, and the chain with the record of earlier checks.
 * Reads only. It detects rows that were altered, removed, added or moved since they were chained, altered or removed blocks,
 * and an end that was cut off. It cannot detect a chain that was recomputed together with the record of the checks; a head
 * that is kept elsewhere shows that.
 * @param remembered the longest chain that was seen, from outside the database; read before the call
 */
export async function verifyChain(db: Db, after = 0, remembered: Seen | null = null): Promise<Verdict> {
  // Read before the blocks, so that every block that it counts exists by then.
  const seen = longer((await readCheck(db))?.seen ?? null, remembered)
  let footing = after === 0 ? beginning : await readFooting(db, after)
  if (!footing) {
    const { blocks, head } = await readChain(db)
    const cut = seen && blocks < seen.blocks && sayCut(blocks, seen)
    return { blocks, head: head ?? beginning.hash, break: cut || `Block ${after} of the chain was removed.` }
  }
  while (true) {
    const { number, hash: head } = footing
    if (seen?.head && number === seen.blocks && !head.equals(seen.head)) {
      return { ...(await sayAnew(db, seen)), head }
    }
    const block: BlockRow | null = await readBlock(db, number + 1, footing.until)
    if (!block)
      return { blocks: number, head, break: seen && number < seen.blocks ? sayCut(number, seen) : null }
    const broken = await breakOf(db, block, footing)
    if (broken) return { blocks: number, head, break: broken }
    footing = block
  }
}

const longer = (one: Seen | null, other: Seen | null) =>
  (other?.blocks ?? 0) > (one?.blocks ?? 0) ? other : one

const sayCut = (blocks: number, seen: Seen) =>
  `The end of the chain was cut off after block ${blocks}: the check of ${said(seen.at)} counted ${seen.blocks} blocks.`

/** Replaced blocks are recognised by their time, unless it was forged as well. */
async function sayAnew(db: Db, seen: Seen): Promise<Pick<Verdict, 'blocks' | 'break'>> {
  const first = await findBlockSince(db, seen.at)
  const kept = first && first.number <= seen.blocks ? first.number - 1 : 0
  const checked = `block ${seen.blocks} is not the one that the check of ${said(seen.at)} found`
  return first && kept > 0
    ? {
        blocks: kept,
        break: `The end of the chain was cut off after block ${kept} and made anew from ${said(first.madeAt)} on: ${checked}.`,
      }
    : { blocks: 0, break: `The chain was made anew: ${checked}.` }
}

async function breakOf(db: Db, block: BlockRow, footing: Footing): Promise<string | null> {
  const number = footing.number + 1
  if (block.number !== number) return `Block ${number} of the chain was removed.`
  // The rows first: they are what people ask about, and a block is seldom changed without one.
  const difference = findDifference(block.entries, block.found ?? Buffer.alloc(0))
  if (difference && !(await isPruned(db, block))) return sayDifference(db, difference, block)
  if (!hashOf(block, footing.hash).equals(block.hash)) {
    return `Block ${number} of the chain was altered, or the blocks before it were made anew.`
  }
  return null
}

/** Whether all entries of the block were deleted after their time. Its digests and its hash stay and are verified. */
const isPruned = async (db: Db, { found, until, madeAt }: BlockRow) =>
  found === null && until <= (await prunedUntil(db, madeAt, leastAuditDays))

function hashOf(block: BlockRow, former: Buffer): Buffer {
  const numbers = Buffer.alloc(24)
  numbers.writeBigInt64BE(BigInt(block.number), 0)
  numbers.writeBigInt64BE(BigInt(block.until), 8)
  numbers.writeBigInt64BE(BigInt(block.madeAt.getTime()) * 1000n, 16)
  return createHash('sha256').update(former).update(numbers).update(block.entries).digest()
}

async function sayDifference(db: Db, difference: Difference, block: BlockRow): Promise<string> {
  const { position } = difference
  const where = `in block ${block.number}, chained ${said(block.madeAt)}`
  if (difference.kind === 'removed') return `Entry ${position} was removed (${where}).`
  const row = await readEntryAt(db, position)
  const what = row ? `${row.action} of ${row.subjectKind} ${row.subjectId}, ${said(row.at)}; ${where}` : where
  const from = await findEntry(db, difference.content)
  if (from !== null && from !== position) {
    return `Entries were re-ordered: what stands as entry ${position} was written as entry ${from} (${what}).`
  }
  return difference.kind === 'added'
    ? `Entry ${position} was added later, among those that were chained (${what}).`
    : `Entry ${position} was altered (${what}).`
}

const said = (at: Date) =>
  at
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, ' UTC')
