import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/database.ts'
import { type Difference, findDifference } from './block-difference.ts'
import { type BlockRow, findEntry, readBlock, readEntryAt, readFooting } from './queries-chain.ts'

/** `blocks` hold; `break` says in words where the first one is that does not, null when all do. */
export type Verdict = { blocks: number; break: string | null }

type Footing = { number: number; until: number; hash: Buffer }
const beginning: Footing = { number: 0, until: 0, hash: Buffer.alloc(32) }

/**
 * Compares the audit trail with its chain, from a block on (from the first when left out). Reads only. What it finds:
 * rows that were altered, removed, added or moved since they were chained, and blocks that were. What it cannot: a chain
 * that was made anew from its first changed block to its end; a head kept elsewhere shows that.
 */
export async function verifyChain(db: Db, after = 0): Promise<Verdict> {
  let footing = after === 0 ? beginning : await readFooting(db, after)
  if (!footing) return { blocks: after - 1, break: `Block ${after} of the chain was removed.` }
  while (true) {
    const block: BlockRow | null = await readBlock(db, footing.number + 1, footing.until)
    if (!block) return { blocks: footing.number, break: null }
    const broken = await breakOf(db, block, footing)
    if (broken) return { blocks: footing.number, break: broken }
    footing = block
  }
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
