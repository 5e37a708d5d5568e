import { z } from 'zod'
import type { MessageText } from '#contract/message-kinds.ts'
import type { Context } from '#server/platform/context.ts'
import type { OutboxKind } from '#server/platform/outbox.ts'
import type { Push } from '#server/platform/push.ts'
import { collectValues } from './collect-values.ts'
import { languageOf } from './language-of.ts'
import { noticeLink } from './notice-link.ts'
import type { OutboxRow, Said } from './queries.ts'
import type { PushTarget } from './queries-push.ts'
import { currentText } from './texts/current-text.ts'
import { fillLine } from './texts/fill-text.ts'
import { settingsOf } from './within-batch.ts'

/** The longest that push services keep a message for a device that is off. Seconds. */
const fourWeeks = 28 * 24 * 3600

const hurried = new Set([
  'visit_reminder',
  'fasting_begins',
  'visit_again',
  'result_withdrawn',
  'turn_near',
  'callback_overdue',
  'push_trial',
])

const planned = z.object({ startsAt: z.iso.datetime() })

/**
 * The push message of a row. It is shown on locked screens, so it contains no name, test or value. `id` is that of the message: a
 * browser that gets it twice shows it once.
 */
export async function writePush(
  context: Context,
  row: OutboxRow,
  target: Pick<PushTarget, 'role'>,
): Promise<{ push: Push; said: Said }> {
  const { title, body } = await pushWords(context, row)
  const id = row.repeats ?? row.id
  const link = noticeLink(row, target.role) ?? '/profile'
  const push: Push = {
    topic: id.replaceAll('-', ''),
    text: JSON.stringify({ id, title, body, link }),
    timeToLive: lifeOf(row, context.clock.now()),
    urgency: hurried.has(row.kind) ? 'high' : 'normal',
  }
  return { push, said: { subject: title, body, segments: null } }
}

/** The text in the reader's language; only the laboratory's name if the subject of the message does not exist any more. */
export async function pushWords(context: Context, row: OutboxRow): Promise<MessageText> {
  const { name } = await settingsOf(context)
  if (row.kind === 'push_trial') return { title: name, body: 'Push works in this browser' }
  const language = await languageOf(context, row)
  const collected = await collectValues(context, row, { form: 'push', language })
  if (!collected) return { title: name, body: '' }
  const kind = row.kind as OutboxKind
  const { title, body } = await currentText(context, { kind, language, form: 'push' })
  return {
    title: fillLine(title, collected.values, language),
    body: fillLine(body, collected.values, language),
  }
}

/** How long push services keep the message, in seconds: a reminder until its visit begins. */
function lifeOf(row: OutboxRow, now: Date): number {
  const { data } = planned.safeParse(row.payload)
  if (!data) return row.kind === 'push_trial' ? 600 : fourWeeks
  const left = Math.floor((Date.parse(data.startsAt) - now.getTime()) / 1000)
  return Math.min(fourWeeks, Math.max(0, left))
}
