import type { Context } from '#server/platform/context.ts'
import { readCheck, saveCheck } from './queries-chain.ts'
import { type Verdict, verifyChain } from './verify-chain.ts'

type Means = Pick<Context, 'db' | 'clock' | 'log'>

/** Checks the whole chain and stores the result for the manager's screen and for the next check. */
export async function checkChain(means: Means): Promise<Verdict> {
  return keep(means, await verifyChain(means.db))
}

/** Checks what was chained since the last check. A break that was found stays until the whole chain is checked again. */
export async function checkNewBlocks(means: Means): Promise<void> {
  const last = await readCheck(means.db)
  if (last?.break) return
  await keep(means, await verifyChain(means.db, last?.blocks ?? 0))
}

async function keep({ db, clock, log }: Means, verdict: Verdict): Promise<Verdict> {
  await saveCheck(db, { checkedAt: clock.now(), ...verdict })
  if (verdict.break) log.error({ blocks: verdict.blocks, break: verdict.break }, 'the audit chain is broken')
  return verdict
}
