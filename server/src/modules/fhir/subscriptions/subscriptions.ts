import type { Config } from '#server/config.ts'
import { uuid } from '#server/platform/list.ts'
import type { Kind } from '../kind.ts'
import { codeParam, idParam, stringParam, uriParam } from '../queries-conditions.ts'
import { kindOfTable } from '../queries-table.ts'
import type { Resource } from '../resource.ts'
import { changeSubscription, deleteSubscription } from './change-subscription.ts'
import { checkSubscription, createSubscription } from './create-subscription.ts'
import { type SubscriptionRow, subscriptionRows, subscriptionStatuses } from './queries-subscriptions.ts'
import { readStatus } from './read-status.ts'
import { contentUrl, filterUrl, heartbeatUrl, topicOf } from './read-subscription.ts'

const scope = 'system/Subscription.cruds'

/** The Subscriptions of the client itself to `kinds`. They are webhooks (decision 0111). */
export const subscriptions = (config: Config, kinds: readonly Kind[]): Kind => {
  const kind = kindOfTable<SubscriptionRow>({
    type: 'Subscription',
    scope,
    ownRows: subscriptionRows,
    order: { id: uuid('r.id') },
    params: {
      _id: idParam('id'),
      status: codeParam('status', subscriptionStatuses, 'The state'),
      url: uriParam('address', 'The address of the receiver'),
      criteria: stringParam('criteria', 'The search'),
    },
    summary: ['status', 'end', 'reason', 'criteria', '_criteria', 'channel'],
    subject: null,
    present: (row) => presentSubscription(row, config),
  })
  return {
    ...kind,
    isExported: false,
    writes: {
      create: {
        scope,
        make: (call, _kind, body) => createSubscription(call, kinds, body),
        check: async (call, body) => checkSubscription(call, kinds, body),
      },
      update: { scope, change: changeSubscription },
      remove: { scope, remove: deleteSubscription },
    },
    operations: [
      {
        name: 'status',
        levels: ['type', 'instance'],
        definition:
          'http://hl7.org/fhir/uv/subscriptions-backport/OperationDefinition/backport-subscription-status',
        run: readStatus,
      },
    ],
  }
}

function presentSubscription(row: SubscriptionRow, config: Config): Resource {
  const { id, address, criteria, byTopic, payload, reason, heartbeatSeconds, endsAt, status } = row
  return {
    resourceType: 'Subscription',
    id,
    status,
    ...(endsAt !== null && { end: endsAt.toISOString() }),
    reason,
    ...(byTopic
      ? {
          criteria: topicOf(config, criteria),
          _criteria: { extension: [{ url: filterUrl, valueString: criteria }] },
        }
      : { criteria }),
    ...(status === 'error' && { error: 'The receiver does not accept the notifications' }),
    channel: {
      ...(heartbeatSeconds !== null && {
        extension: [{ url: heartbeatUrl, valueUnsignedInt: heartbeatSeconds }],
      }),
      type: 'rest-hook',
      endpoint: address,
      payload: 'application/fhir+json',
      _payload: { extension: [{ url: contentUrl, valueCode: payload }] },
    },
  }
}
