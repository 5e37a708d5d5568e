import type { auditChain as contract } from '#contract/audit.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { chainAudit } from './chain-audit.ts'
import { keepMemory, readMemory } from './chain-memory.ts'
import { readChain, readCheck, saveCheck } from './queries-chain.ts'
import { type Verdict, verifyChain } from './verify-chain.ts'

/** Reading the whole chain takes some seconds for a million entries. */
const checksOnRequest: Limit = { name: 'audit check', burst: 3, perSeconds: 60 }

type Means = Pick<Context, 'db' | 'clock' | 'log' | 'config'>

/** Checks the whole chain and stores the result for the manager's screen and for the next check. */
export async function checkChain(means: Means): Promise<Verdict> {
  return verifyFrom(means, 0)
}

/** Checks what was chained since the last check. A break that was found stays until the whole chain is checked again. */
export async function checkNewBlocks(means: Means): Promise<void> {
  const last = await readCheck(means.db)
  if (last?.break) return
  await verifyFrom(means, last?.blocks ?? 0)
}

async function verifyFrom({ db, clock, log, config }: Means, after: number): Promise<Verdict> {
  const remembered = await readMemory(db, config.dataDir)
  const verdict = await verifyChain(db, after, remembered)
  const at = clock.now()
  await saveCheck(db, { checkedAt: at, ...verdict })
  if (verdict.break) {
    log.error({ blocks: verdict.blocks, break: verdict.break }, 'the audit chain is broken')
  } else if (verdict.blocks > (remembered?.blocks ?? 0)) {
    await keepMemory(db, config.dataDir, { blocks: verdict.blocks, head: verdict.head, at })
  }
  return verdict
}

export async function readChainState({ db }: Pick<Context, 'db'>): Promise<ResponseInput<typeof contract>> {
  const [chain, check] = await Promise.all([readChain(db), readCheck(db)])
  return {
    ...chain,
    head: chain.head?.toString('hex') ?? null,
    check: check && { ...check, at: check.checkedAt },
  }
}

/** Chains new rows and checks the whole chain. */
export async function checkNow(context: SignedIn): Promise<ResponseInput<typeof contract>> {
  await spend(context, checksOnRequest, 'laboratory')
  await chainAudit(context)
  await checkChain(context)
  return readChainState(context)
}
