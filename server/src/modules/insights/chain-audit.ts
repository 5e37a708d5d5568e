import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '#server/platform/context.ts'
import { type Db, inTransaction } from '#server/platform/database.ts'
import { insertBlock, lastPosition, lockChain, readChain, writersNow } from './queries-chain.ts'

const patienceMs = 5_000
const pollMs = 20

/**
 * Chains the rows that were written since the last run, in the order of their positions. Writers never wait for it. It waits
 * for the transactions that were writing when it began, since their rows may have lower positions than committed rows.
 * Concurrent runs are harmless. Returns the number of chained rows: 0 if a writer takes longer than five seconds; the next
 * run then chains its rows.
 */
export async function chainAudit({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<number> {
  const upTo = await lastPosition(db)
  if (!(await writersHaveEnded(db))) return 0
  let chained = 0
  for (let rows = -1; rows !== 0; chained += rows) {
    // Another process may be chaining: under the lock, the next statement sees its block.
    rows = await inTransaction(db, async (tx) => {
      await lockChain(tx)
      return insertBlock(tx, upTo, clock.now())
    })
  }
  return chained
}

async function writersHaveEnded(db: Db): Promise<boolean> {
  const writing = new Set(await writersNow(db))
  for (let waited = 0; writing.size > 0 && waited < patienceMs; waited += pollMs) {
    await sleep(pollMs)
    const still = await writersNow(db)
    for (const writer of writing) if (!still.includes(writer)) writing.delete(writer)
  }
  return writing.size === 0
}

/** Once a day the head of the chain is written to the log, which is stored elsewhere and so reveals a rewritten chain. */
export async function sayChainHead({ db, log }: Pick<Context, 'db' | 'log'>): Promise<void> {
  const { blocks, chainedAt, head } = await readChain(db)
  if (head) log.info({ blocks, chainedAt, head: head.toString('hex') }, 'the head of the audit chain')
}
