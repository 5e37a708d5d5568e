import { auditChain, checkAudit, myAudit, searchAudit as searchContract } from '#contract/audit.ts'
import type { Serve } from '#server/platform/http/serve.ts'
import { checkNow, readChainState } from './chain-state.ts'
import { ownAudit } from './own-audit.ts'
import { searchAudit } from './search-audit.ts'

export function insightRoutes(serve: Serve): void {
  serve(searchContract, (context, { query }) => searchAudit(context, query))

  serve(auditChain, (context) => readChainState(context))
  serve(checkAudit, (context) => checkNow(context))

  serve(myAudit, (context, { query }) => ownAudit(context, query))
}
