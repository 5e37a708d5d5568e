import { z } from 'zod'
import type { BodyOf, QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { id } from '#contract/fields.ts'
import type { notices, readNotices } from '#contract/notifications.ts'
import { listReached, type Reached } from '#server/modules/booking/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { noticeWords } from './notice-words.ts'
import { countUnread, listNoticesOf, markRead } from './queries-notices.ts'

const aboutVisit = z.object({ visitId: z.uuid() })

/** The signed-in person's notices, newest first, a page at a time. */
export async function listNotices(
  { db, actor }: SignedIn,
  { limit, cursor }: QueryOf<typeof notices>,
): Promise<ResponseOf<typeof notices>> {
  if (cursor !== undefined && !id.safeParse(cursor).success) {
    throw invalid({ cursor: ['This is not the key of a page'] })
  }
  const rows = await listNoticesOf(db, actor.accountId, { before: cursor ?? null, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const visitIds = shown.map(({ payload }) => aboutVisit.safeParse(payload).data?.visitId)
  const visits = new Map(
    (
      await listReached(
        db,
        visitIds.flatMap((one) => one ?? []),
      )
    ).map((visit) => [visit.id, visit]),
  )
  return {
    notices: shown.map((row, index) => ({
      id: row.id,
      ...noticeWords(row.kind, actor.role),
      about: aboutOf(visits.get(visitIds[index] ?? '')),
      at: row.created_at.toISOString(),
      read: row.read_at !== null,
    })),
    unread: await countUnread(db, actor.accountId),
    nextCursor: rows.length > limit ? (shown.at(-1)?.id ?? null) : null,
  }
}

function aboutOf(visit: Reached | undefined): string {
  if (!visit) return ''
  const when = new Intl.DateTimeFormat('en-GB', {
    timeZone: visit.timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  }).format(visit.startsAt)
  return `${when}, reference ${visit.reference}`
}

/** Notes that the person has read these of their notices; those of others are not touched. */
export async function noteRead(
  { db, actor, clock }: SignedIn,
  { ids }: BodyOf<typeof readNotices>,
): Promise<{ unread: number }> {
  await markRead(db, actor.accountId, ids ?? null, clock.now())
  return { unread: await countUnread(db, actor.accountId) }
}
