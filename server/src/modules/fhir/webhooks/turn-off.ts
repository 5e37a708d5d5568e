import { deliveryReasons } from '#contract/delivery-reasons.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { postOnce } from '#server/platform/outbox.ts'
import { managersOf, writeOff } from './queries-deliveries.ts'
import { failWaiting, writeWebhookEnd } from './queries-webhooks.ts'

/** Turns a webhook off after a day of failures, and tells the managers. */
export const turnOff = (context: Context, webhookId: string): Promise<void> =>
  transact(context, async (inside) => {
    if (!(await writeOff(inside.db, webhookId, inside.clock.now()))) return
    await failWaiting(inside.db, webhookId, deliveryReasons.turnedOff)
    await tellManagers(inside, webhookId, 'webhook.turned_off')
  })

/** Ends a webhook whose receiver answered that it is gone, and tells the managers. */
export const endGone = (context: Context, webhookId: string): Promise<void> =>
  transact(context, async (inside) => {
    const end = { endedAt: inside.clock.now(), endedBy: null }
    if (await writeWebhookEnd(inside.db, webhookId, end))
      await tellManagers(inside, webhookId, 'webhook.gone')
  })

async function tellManagers(
  inside: Context,
  webhookId: string,
  action: 'webhook.turned_off' | 'webhook.gone',
) {
  const now = inside.clock.now()
  const managers = await managersOf(inside.db, webhookId)
  const [first] = managers
  if (first) {
    const subject = { kind: 'api_client', id: first.clientId } as const
    await audit(inside, { action, subject, after: { webhook: webhookId } })
  }
  for (const { id, fullName, email, client } of managers) {
    const payload = { fullName, client, webhookId }
    await postOnce(
      inside,
      { kind: 'webhook_off', to: email, payload },
      `${action}:${webhookId}:${now.getTime()}:${id}`,
    )
  }
}
