import type { auditChain as contract } from '#contract/audit.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { chainAudit } from './chain-audit.ts'
import { checkChain } from './check-chain.ts'
import { readChain, readCheck } from './queries-chain.ts'

/** Reading the whole chain takes some seconds for a million entries. */
const checksOnRequest: Limit = { name: 'audit check', burst: 3, perSeconds: 60 }

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
