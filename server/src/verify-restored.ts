import { hasAuditHead, verifyChain } from './modules/insights/index.ts'
import type { Db } from './platform/database.ts'

/** The check of the audit chain of a restored database. */
export async function verifyRestored(db: Db, head: string | null) {
  const { blocks, break: broken } = await verifyChain(db)
  return { blocks, break: broken, hasHead: head === null || (await hasAuditHead(db, head)) }
}
