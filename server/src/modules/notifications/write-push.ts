import { z } from 'zod'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import type { Context } from '#server/platform/context.ts'
import type { Push } from '#server/platform/push.ts'
import { noticeWords } from './notice-words.ts'
import type { OutboxRow } from './queries.ts'
import type { PushTarget } from './queries-push.ts'

/** The longest that push services keep a message for a device that is off. Seconds. */
const fourWeeks = 28 * 24 * 3600

const hurried = new Set(['visit_reminder', 'fasting_begins', 'visit_again', 'result_withdrawn', 'push_trial'])

const planned = z.object({ startsAt: z.iso.datetime() })

/**
 * A row as a push: that there is something, and where. It is shown on locked screens, so neither name nor test nor
 * value is in it. `id` is the message's: a browser that gets it twice shows it once.
 */
export async function writePush(
  context: Context,
  row: OutboxRow,
  target: Pick<PushTarget, 'role'>,
): Promise<Push> {
  const { name } = await laboratorySettings(context)
  const { title, link } = wordsOf(row.kind, target)
  const id = row.repeats ?? row.id
  return {
    topic: id.replaceAll('-', ''),
    text: JSON.stringify({ id, title: name, body: title, link: link ?? '/profile' }),
    timeToLive: lifeOf(row, context.clock.now()),
    urgency: hurried.has(row.kind) ? 'high' : 'normal',
  }
}

function wordsOf(kind: string, { role }: Pick<PushTarget, 'role'>): { title: string; link: string | null } {
  if (kind === 'push_trial') return { title: 'Push works in this browser', link: '/profile' }
  return noticeWords(kind, role)
}

/** A reminder is of no use once the visit has begun. Seconds. */
function lifeOf(row: OutboxRow, now: Date): number {
  const { data } = planned.safeParse(row.payload)
  if (!data) return row.kind === 'push_trial' ? 600 : fourWeeks
  const left = Math.floor((Date.parse(data.startsAt) - now.getTime()) / 1000)
  return Math.min(fourWeeks, Math.max(0, left))
}
