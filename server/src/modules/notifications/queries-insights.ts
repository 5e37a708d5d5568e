import { type Db, rowOf } from '#server/platform/database.ts'

/** The monthly report for a person; null if they may not see it any more. */
export async function findInsightPaper(db: Db, accountId: string, month: string): Promise<Buffer | null> {
  const row = await rowOf(db)<{ pdf: Buffer | null }>`
    select m.pdf from insight_mail m join account a on a.id = m.account_id
    where m.account_id = ${accountId} and m.month = ${month}::date and a.status = 'Active'
      and (a.role = 'admin' or a.role = 'technician' and 'insights' = any(a.permissions))`
  return row?.pdf ?? null
}
