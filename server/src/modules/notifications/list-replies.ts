import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type { Reply, smsReplies } from '#contract/notifications.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { mapPage } from '#server/platform/list.ts'
import { listReplyRows } from './queries-sms.ts'

/** What people answered to an SMS, newest first, a page at a time. */
export async function listReplies(
  { db, actor }: SignedIn,
  query: QueryOf<typeof smsReplies>,
): Promise<ResponseOf<typeof smsReplies>> {
  const page = await listReplyRows(db, actor.sites, query)
  return mapPage(page, ({ visitId, reference, at, meaning, ...row }) => ({
    ...row,
    meaning: meaning as Reply['meaning'],
    at: at.toISOString(),
    visit: visitId !== null && reference !== null ? { id: visitId, reference } : null,
  }))
}
