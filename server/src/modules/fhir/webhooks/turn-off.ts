import { deliveryReasons } from '#contract/delivery-reasons.ts'
import { tellManagers } from '#server/modules/access/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { clientOf, writeOff } from './queries-deliveries.ts'
import { failWaiting, writeWebhookEnd } from './queries-webhooks.ts'

/** Turns a webhook off after a day of failures, and tells the managers. */
export const turnOff = (context: Context, webhookId: string): Promise<void> =>
  transact(context, async (inside) => {
    if (!(await writeOff(inside.db, webhookId, inside.clock.now()))) return
    await failWaiting(inside.db, webhookId, deliveryReasons.turnedOff)
    await noteOff(inside, webhookId, 'webhook.turned_off')
  })

/** Ends a webhook whose receiver answered that it is gone, and tells the managers. */
export const endGone = (context: Context, webhookId: string): Promise<void> =>
  transact(context, async (inside) => {
    const end = { endedAt: inside.clock.now(), endedBy: null }
    if (await writeWebhookEnd(inside.db, webhookId, end)) await noteOff(inside, webhookId, 'webhook.gone')
  })

async function noteOff(inside: Context, webhookId: string, action: 'webhook.turned_off' | 'webhook.gone') {
  const client = await clientOf(inside.db, webhookId)
  if (!client) return
  const subject = { kind: 'api_client', id: client.id } as const
  await audit(inside, { action, subject, after: { webhook: webhookId } })
  const key = `${action}:${webhookId}:${inside.clock.now().getTime()}`
  await tellManagers(inside, { sites: client.sites, key }, ({ fullName, email }) => ({
    kind: 'webhook_off',
    to: email,
    payload: { fullName, client: client.name, webhookId },
  }))
}
