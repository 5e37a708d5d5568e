import { hasAuditHead, verifyChain } from './modules/insights/index.ts'
import type { Db } from './platform/database.ts'

/** The check of the audit chain of a restored database. `missing`: those of `heads` that are not the hash of a block. */
export async function verifyRestored(db: Db, heads: readonly string[]) {
  const { blocks, break: broken } = await verifyChain(db)
  const missing: string[] = []
  for (const head of heads) if (!(await hasAuditHead(db, head))) missing.push(head)
  return { blocks, break: broken, missing }
}
