import { randomBytes } from 'node:crypto'
import { audit } from '#server/platform/audit.ts'
import { transact } from '#server/platform/context.ts'
import { notPossible, Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type ClientCall, requireScope } from '../admit-client.ts'
import { asActor } from '../as-actor.ts'
import { inElements, refusedElements } from '../elements.ts'
import type { Kind, Made } from '../kind.ts'
import { lockClient } from '../queries-clients.ts'
import type { Resource } from '../resource.ts'
import { insertWebhook, wakeSenders } from '../webhooks/queries-webhooks.ts'
import { writtenSecret } from '../webhooks/sign-webhook.ts'
import { whyNotAddress } from '../webhooks/why-not-address.ts'
import { insertSubscription, planHandshake, readSubscriptions } from './queries-subscriptions.ts'
import { readCriteria } from './read-criteria.ts'
import { readSubscription, type SentSubscription } from './read-subscription.ts'

/** The most Subscriptions of a client. */
const mostSubscriptions = 50

/** Adds a webhook with the limits of the client. The answer alone contains its secret. */
export async function createSubscription(
  call: ClientCall,
  kinds: readonly Kind[],
  body: unknown,
): Promise<Made> {
  const { client, clock, config } = call
  const said = readSubscription(body, config)
  const events = eventsOfCriteria(call, kinds, said)
  const id = uuidv7(clock)
  const secret = randomBytes(32)
  const now = clock.now()
  await transact({ ...call, actor: asActor(client) }, async (inside) => {
    if (!(await lockClient(inside.db, client.id))) throw new Refusal('not_signed_in', 'The client has ended')
    if ((await readSubscriptions(inside.db, client)).length >= mostSubscriptions)
      throw notPossible(`A client has at most ${mostSubscriptions} Subscriptions: delete one.`)
    const { address, criteria, byTopic, payload, reason, heartbeatSeconds, endsAt } = said
    const webhook = { id, clientId: client.id, address, events: [...events], secret, createdAt: now }
    await insertWebhook(inside.db, webhook)
    const asked = { criteria, byTopic, payload, reason, heartbeatSeconds, endsAt }
    await insertSubscription(inside.db, { webhookId: id, ...asked })
    await planHandshake(inside.db, id, now)
    await wakeSenders(inside.db)
    const subject = { kind: 'api_client', id: client.id } as const
    // Without the criteria, which can name a patient, and without the path of the address.
    const after = { webhook: id, address: new URL(address).origin, events, payload }
    await audit(inside, { action: 'webhook.added', subject, after })
  })
  return { id, isNew: true, shownOnce: (resource) => withSecret(resource, writtenSecret(secret), config) }
}

/** Refuses a Subscription that cannot be created. */
export function checkSubscription(call: ClientCall, kinds: readonly Kind[], body: unknown): void {
  eventsOfCriteria(call, kinds, readSubscription(body, call.config))
}

/** Checks a new Subscription. Returns the events that it hears. */
function eventsOfCriteria(call: ClientCall, kinds: readonly Kind[], said: SentSubscription) {
  const { client, clock, config } = call
  const wrong = (element: string, why: string) => refusedElements('Subscription', { [element]: [why] })
  if (said.status !== 'requested') throw wrong('status', 'Give the status requested')
  const whyNot = whyNotAddress(said.address, config.webhooksToPrivate)
  if (whyNot !== null) throw wrong('channel.endpoint', whyNot)
  if (said.endsAt !== null && said.endsAt <= clock.now()) throw wrong('end', 'This time is over')
  try {
    const { kind, asked } = readCriteria(kinds, said.criteria)
    requireScope(call, kind.scope)
    // Refuses invalid values.
    kind.hears.fits(call.db, client, asked)
    return kind.hears.events
  } catch (error) {
    throw error instanceof Refusal ? inElements(error, 'Subscription', {}, 'criteria') : error
  }
}

function withSecret(resource: Resource, secret: string, { publicUrl }: { publicUrl: string }): Resource {
  const channel = resource.channel as { extension?: object[] }
  const shown = { url: `${publicUrl}/fhir/StructureDefinition/webhook-secret`, valueString: secret }
  return { ...resource, channel: { ...channel, extension: [...(channel.extension ?? []), shown] } }
}
