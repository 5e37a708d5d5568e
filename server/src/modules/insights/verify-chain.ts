import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/database.ts'
import { type Difference, findDifference } from './block-difference.ts'
import {
  type BlockRow,
  findBlockSince,
  findEntry,
  readBlock,
  readChain,
  readCheck,
  readEntryAt,
  readFooting,
  type Seen,
} from './queries-chain.ts'

/** `blocks` hold, `head` is the last one's hash; `break` says in words where the first one is that does not, or null. */
export type Verdict = { blocks: number; head: Buffer; break: string | null }

type Footing = { number: number; until: number; hash: Buffer }
const beginning: Footing = { number: 0, until: 0, hash: Buffer.alloc(32) }

/**
 * Compares the audit trail with its chain, from a block on (from the first when left out), and the chain with what the
 * checks before have seen. Reads only. What it finds: rows that were altered, removed, added or moved since they were
 * chained, blocks that were, and a tail that was cut. What it cannot: a chain that was made anew along with what the
 * checks have seen; a head kept elsewhere shows that.
 */
export async function verifyChain(db: Db, after = 0): Promise<Verdict> {
  // Read before the blocks are: every block that it counts was there then.
  const seen = (await readCheck(db))?.seen ?? null
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

const sayCut = (blocks: number, seen: Seen) =>
  `The end of the chain was cut off after block ${blocks}: the check of ${said(seen.at)} counted ${seen.blocks} blocks.`

/** Blocks in the place of others give themselves away by when they were made, unless that was made up as well. */
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
  if (difference) return sayDifference(db, difference, block)
  if (!hashOf(block, footing.hash).equals(block.hash)) {
    return `Block ${number} of the chain was altered, or the blocks before it were made anew.`
  }
  return null
}

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
  const what = row ? `${row.action} of ${row.subject}, ${said(row.at)}; ${where}` : where
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
