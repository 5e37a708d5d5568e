import { randomBytes } from 'node:crypto'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { addWebhook, listDeliveries, Webhook, WebhookState } from '#contract/webhooks.ts'
import { audit } from '#server/platform/audit.ts'
import { after, days } from '#server/platform/clock.ts'
import { accountIdOf, clientIdOf, type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notFound, required, requirePossible } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { findClient, managedBy } from '../queries-clients.ts'
import { eventsOf } from './heard-events.ts'
import {
  findWebhook,
  holdClient,
  insertOther,
  insertWebhook,
  isDelivery,
  listDeliveryRows,
  readWebhooks,
  type WebhookRow,
  wakeSenders,
  writeAgain,
  writeResume,
  writeSecret,
  writeWebhookEnd,
} from './queries-webhooks.ts'
import { writtenSecret } from './sign-webhook.ts'
import { whyNotAddress } from './why-not-address.ts'

/** Receivers have so long to take over a new secret. */
const bothSecrets = days(1)

const requireClient = async ({ db, actor }: SignedIn, id: string) =>
  required(await findClient(db, managedBy(actor), id), 'This API client')
const requireWebhook = async ({ db, actor }: SignedIn, id: string) =>
  required(await findWebhook(db, managedBy(actor), id), 'This webhook')

export async function readWebhooksOf(context: SignedIn, clientId: string) {
  const { id, name, scopes, endedAt, redirectUris } = await requireClient(context, clientId)
  const webhooks = await readWebhooks(context.db, managedBy(context.actor), id)
  return {
    client: { id, name, events: endedAt === null && redirectUris.length === 0 ? eventsOf(scopes) : [] },
    webhooks: webhooks.map((row) => present(row, context.clock.now())),
  }
}

export async function readOneWebhook(context: SignedIn, id: string) {
  const row = await requireWebhook(context, id)
  return { ...present(row, context.clock.now()), client: row.client }
}

const present = (row: WebhookRow, now: Date): PresentedWebhook => ({
  ...row,
  state: stateOf(row),
  oldSecretUntil: row.oldSecretUntil !== null && row.oldSecretUntil > now ? row.oldSecretUntil : null,
})
type Dates = 'failingSince' | 'createdAt' | 'oldSecretUntil'
type PresentedWebhook = Omit<Webhook, Dates> & Pick<WebhookRow, Dates>

function stateOf(row: WebhookRow): WebhookState {
  const { endedAt, endedBy, endedByClient, clientEndedAt, offAt, failingSince, criteria } = row
  // A program ends its Subscription without an account.
  const isGone = endedBy === null && endedByClient === null && clientEndedAt === null && criteria === null
  if (endedAt !== null) return isGone ? 'gone' : 'ended'
  if (offAt !== null) return 'off'
  return failingSince === null ? 'on' : 'failing'
}

// An app reads what people let it read; events would tell it of everybody.
const noWebhook = 'Apps that people use have no webhooks.'

/** Adds a webhook and returns its secret, which no later answer contains. */
export async function addWebhookTo(
  context: SignedIn,
  clientId: string,
  { address, events: asked }: BodyOf<typeof addWebhook>,
) {
  const { clock, actor, config } = context
  const client = await requireClient(context, clientId)
  requirePossible(client.redirectUris.length === 0 ? null : noWebhook)
  const events = [...new Set(asked)]
  const whyNot = whyNotAddress(address, config.webhooksToPrivate)
  if (whyNot !== null) throw invalid({ address: [whyNot] })
  const allowed = eventsOf(client.scopes)
  if (!events.every((event) => allowed.includes(event)))
    throw invalid({ events: ['The client has no permission to read what these events are about'] })
  const id = uuidv7(clock)
  const secret = randomBytes(32)
  await transact(context, async (inside) => {
    const isLive = await holdClient(inside.db, clientId)
    requirePossible(isLive ? null : `${client.name} has ended.`)
    const row = {
      id,
      clientId,
      address,
      events,
      secret,
      createdBy: accountIdOf(actor),
      createdAt: clock.now(),
    }
    await insertWebhook(inside.db, row)
    // Without its path and query, which may contain a token of the receiver.
    const fields = { webhook: id, address: new URL(address).origin, events }
    await audit(inside, { action: 'webhook.added', subject: subjectOf(clientId), after: fields })
  })
  return { message: 'The webhook is added.', id, secret: writtenSecret(secret) }
}

const subjectOf = (clientId: string) => ({ kind: 'api_client', id: clientId }) as const

type Change = {
  action: 'webhook.ended' | 'webhook.resumed' | 'webhook.secret_renewed' | 'webhook.tested'
  write: (inside: SignedIn) => Promise<boolean>
  otherwise: string
}

async function change(context: SignedIn, id: string, { action, write, otherwise }: Change): Promise<void> {
  const { client } = await requireWebhook(context, id)
  await transact(context, async (inside) => {
    requirePossible((await write(inside)) ? null : otherwise)
    await wakeSenders(inside.db)
    await audit(inside, { action, subject: subjectOf(client.id), after: { webhook: id } })
  })
}

const hasEnded = 'This webhook has ended.'
const isNotOn = 'This webhook is not on.'

export async function renewSecret(context: SignedIn, id: string) {
  const secret = randomBytes(32)
  const oldUntil = after(context.clock.now(), bothSecrets)
  await change(context, id, {
    action: 'webhook.secret_renewed',
    write: ({ db }) => writeSecret(db, id, secret, oldUntil),
    otherwise: hasEnded,
  })
  return { message: 'The new secret signs from now on.', secret: writtenSecret(secret) }
}

export async function resumeOne(context: SignedIn, id: string) {
  await change(context, id, {
    action: 'webhook.resumed',
    write: ({ db, clock }) => writeResume(db, id, clock.now()),
    otherwise: 'This webhook is on already, or has ended.',
  })
  return { message: 'The webhook is on.' }
}

export async function endOneWebhook(context: SignedIn, id: string) {
  const { clock, actor } = context
  await change(context, id, {
    action: 'webhook.ended',
    write: ({ db }) =>
      writeWebhookEnd(db, id, {
        endedAt: clock.now(),
        endedBy: accountIdOf(actor),
        endedByClient: clientIdOf(actor),
      }),
    otherwise: hasEnded,
  })
  return { message: 'The webhook is ended.' }
}

export async function sendTest(context: SignedIn, id: string) {
  await change(context, id, {
    action: 'webhook.tested',
    write: ({ db, clock }) => insertOther(db, id, 'webhook.test', clock.now()),
    otherwise: isNotOn,
  })
  return { message: 'The test is being sent.' }
}

export async function listDeliveriesOf(context: SignedIn, id: string, query: QueryOf<typeof listDeliveries>) {
  await requireWebhook(context, id)
  return listDeliveryRows(context.db, id, query)
}

export async function deliverAgain(context: SignedIn, id: string, deliveryId: string) {
  const { client } = await requireWebhook(context, id)
  await transact(context, async (inside) => {
    const { db, clock } = inside
    if (!(await isDelivery(db, id, deliveryId))) throw notFound('This delivery')
    const isPlanned = await writeAgain(db, id, deliveryId, clock.now())
    requirePossible(isPlanned ? null : 'It is being sent or waits for the payment, or the webhook is not on.')
    await wakeSenders(db)
    const after = { webhook: id, delivery: deliveryId }
    await audit(inside, { action: 'webhook.sent_again', subject: subjectOf(client.id), after })
  })
  return { message: 'It is being sent again.' }
}
