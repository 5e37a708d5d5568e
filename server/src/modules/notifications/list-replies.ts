import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { id as idForm } from '#contract/fields.ts'
import type { Reply, smsReplies } from '#contract/notifications.ts'
import { may } from '#contract/permissions.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, notAllowed } from '#server/platform/errors.ts'
import { listReplyRows } from './queries-sms.ts'

/** What people answered to an SMS, newest first, a page at a time. */
export async function listReplies(
  { db, actor }: SignedIn,
  { limit, cursor }: QueryOf<typeof smsReplies>,
): Promise<ResponseOf<typeof smsReplies>> {
  if (!may(actor, 'messages')) throw notAllowed()
  if (cursor !== undefined && !idForm.safeParse(cursor).success) {
    throw invalid({ cursor: ['This is not the key of a page'] })
  }
  const rows = await listReplyRows(db, actor.sites, { before: cursor ?? null, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return {
    replies: shown.map(({ visitId, reference, at, meaning, ...row }) => ({
      ...row,
      meaning: meaning as Reply['meaning'],
      at: at.toISOString(),
      visit: visitId !== null && reference !== null ? { id: visitId, reference } : null,
    })),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
