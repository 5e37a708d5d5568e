import { tellManagers } from '#server/modules/access/index.ts'
import { after, days } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { listWaiting, type Subject, sitesOf } from './queries-erasures.ts'

type DueWish = Subject & { id: string; dueAt: Date }

/** Notifies the managers who may decide a wish, once of each kind. The message has no name, since others read mails and lock screens. */
export async function tellDeciders(
  context: Context,
  kind: 'erasure_open' | 'erasure_due' | 'erasure_overdue',
  { id, personId, dueAt }: DueWish,
): Promise<void> {
  const sites = personId === null ? [] : await sitesOf(context.db, personId)
  const until = dueAt.toISOString().slice(0, 10)
  const who = { sites: sites.length === 0 ? null : sites, key: `${kind}:${id}` }
  await tellManagers(context, who, ({ fullName, email }) => ({
    kind,
    to: email,
    payload: { fullName, until },
  }))
}

const remindBefore = days(7)

/** Reminds managers of the wishes that are due within a week or overdue. */
export async function tellWaitingWishes(context: Context): Promise<void> {
  const now = context.clock.now()
  for (const wish of await listWaiting(context.db, after(now, remindBefore))) {
    await tellDeciders(context, wish.dueAt <= now ? 'erasure_overdue' : 'erasure_due', wish)
  }
}
