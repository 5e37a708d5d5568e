import type { contactMessages } from '#contract/contact.ts'
import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'
import { may } from '#contract/permissions.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, notAllowed } from '#server/platform/errors.ts'
import { listContactMessages as listRows } from './queries.ts'

/** What came in through the contact form, for the manager, newest first, a page at a time. */
export async function listContactMessages(
  { db, actor }: SignedIn,
  { limit, cursor }: QueryOf<typeof contactMessages>,
): Promise<ResponseOf<typeof contactMessages>> {
  if (!may(actor, 'messages')) throw notAllowed()
  if (cursor !== undefined && !id.safeParse(cursor).success) {
    throw invalid({ cursor: ['This is not the key of a page'] })
  }
  const rows = await listRows(db, { before: cursor ?? null, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  return {
    messages: shown.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      message: row.message,
      receivedAt: row.received_at.toISOString(),
    })),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}
