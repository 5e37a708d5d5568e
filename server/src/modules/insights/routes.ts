import { auditChain, myAudit, searchAudit as searchContract } from '#contract/audit.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { ownAudit } from './own-audit.ts'
import { readChain, readCheck } from './queries-chain.ts'
import { searchAudit } from './search-audit.ts'

export function insightRoutes(serve: Serve): void {
  serve(searchContract, (context, { query }) => searchAudit(context, query))

  serve(auditChain, async ({ db }) => {
    const [chain, check] = await Promise.all([readChain(db), readCheck(db)])
    return {
      blocks: chain.blocks,
      chainedAt: chain.madeAt?.toISOString() ?? null,
      head: chain.head?.toString('hex') ?? null,
      unchained: chain.tail,
      check: check && { at: check.checkedAt.toISOString(), blocks: check.blocks, break: check.break },
    }
  })

  serve(myAudit, (context, { query }) => ownAudit(context, query))
}
