import type { AuditAction } from '#contract/audit-actions.ts'
import { id as idForm } from '#contract/fields.ts'
import type { NotificationTopic } from '#contract/notifications.ts'
import type { Unsubscription } from '#contract/unsubscribe.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { type Limit, spendOfNetwork } from '#server/platform/limits.ts'
import { addEmailStop, dropEmailStop, findMailed, listEmailStops } from './queries-stops.ts'
import { readToken } from './unsubscribe-token.ts'
import { topicOf } from './ways.ts'

/** Limits changes by links, so that nobody finds a signature by trying, or fills the tables. */
const fromNetwork: Limit = { name: 'unsubscribe: network', burst: 60, perSeconds: 10 * 60 }

type About = { outboxId: string; email: string; topic: NotificationTopic }

/** The topic and the masked address of a link: it may have been forwarded. */
export async function readUnsubscription(context: Context, token: string): Promise<Unsubscription> {
  const { email, topic } = await aboutOf(context, token)
  const stopped = (await listEmailStops(context.db, email)).includes(topic)
  return { topic, address: masked(email), stopped }
}

/** Stops e-mails about the topic to the address. Idempotent. */
export const unsubscribe = (context: Context, token: string) =>
  change(context, token, 'email.stopped', (within, { email, topic }) =>
    addEmailStop(within.db, { email, topic, at: within.clock.now() }),
  )

/** Subscribes the address to the topic again. */
export const resubscribe = (context: Context, token: string) =>
  change(context, token, 'email.resumed', (within, { email, topic }) =>
    dropEmailStop(within.db, email, topic),
  )

async function change(
  context: Context,
  token: string,
  action: AuditAction,
  write: (within: Context, about: About) => Promise<boolean>,
): Promise<Unsubscription> {
  await spendOfNetwork(context, fromNetwork)
  const about = await aboutOf(context, token)
  await transact(context, async (within) => {
    if (!(await write(within, about))) return
    await audit(within, {
      action,
      subject: { kind: 'message', id: about.outboxId },
      after: { topic: about.topic },
    })
  })
  return readUnsubscription(context, token)
}

async function aboutOf(context: Context, token: string): Promise<About> {
  const outboxId = await readToken(context, token)
  const mailed =
    outboxId !== null && idForm.safeParse(outboxId).success
      ? await findMailed(context.db, outboxId)
      : undefined
  const topic = mailed && topicOf(mailed.kind)
  if (!outboxId || !mailed || !topic || mailed.email === '') throw notFound('This link')
  return { outboxId, email: mailed.email, topic }
}

const masked = (email: string) => {
  const [local = '', host = ''] = email.split('@')
  return `${local.slice(0, 1)}…@${host}`
}
