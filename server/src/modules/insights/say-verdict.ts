import type { Db } from '#server/platform/database.ts'
import { isSqlError } from '#server/platform/errors.ts'
import { readMemory } from './chain-memory.ts'
import { countChained, hasHead, readChain } from './queries-chain.ts'
import { verifyChain } from './verify-chain.ts'

/** The error codes of a missing table or column: the database is of an earlier version. */
const missing = ['42P01', '42703']

/**
 * The result of checking the whole chain, as text for the console; `head` is a hash that was kept elsewhere, `dataDir` the folder
 * with what the server's checks remember.
 */
export async function sayVerdict(
  db: Db,
  head: string | null,
  dataDir: string | null = null,
): Promise<{ holds: boolean; lines: string[] }> {
  try {
    const remembered = dataDir === null ? null : await readMemory(db, dataDir)
    const { blocks, break: broken } = await verifyChain(db, 0, remembered)
    if (broken) {
      return {
        holds: false,
        lines: ['The audit trail is broken.', broken, `The ${blocks} blocks before it hold.`],
      }
    }
    const chain = await readChain(db)
    const lines = [
      `The audit trail holds: ${await countChained(db)} entries in ${blocks} blocks.`,
      `${chain.unchained} entries were written since and are not chained yet.`,
      ...(chain.head ? [`Head: ${chain.head.toString('hex')}`] : []),
    ]
    if (head === null) return { holds: true, lines }
    if (await hasHead(db, head))
      return { holds: true, lines: [...lines, `The head ${head} is one of its blocks.`] }
    return {
      holds: false,
      lines: [
        ...lines,
        `The head ${head} is none of its blocks: the chain was made anew or cut short, or the head is another database's.`,
      ],
    }
  } catch (error) {
    if (!missing.some((code) => isSqlError(error, code))) throw error
    return { holds: false, lines: ['This database is not of this version yet: start Phial on it once.'] }
  }
}
