import { required } from '#server/platform/errors.ts'
import type { ClientCall } from '../admit-client.ts'
import type { OperationAsked } from '../kind.ts'
import { listIn } from '../operation-params.ts'
import { baseOf, type Resource } from '../resource.ts'
import { readSubscriptions } from './queries-subscriptions.ts'
import { statusOf } from './status-parameters.ts'

/** `$status`: the state of one Subscription, or of those of the client with the ids or states that are asked for. */
export async function readStatus(call: ClientCall, { id, params }: OperationAsked): Promise<Resource> {
  const ids = id === null ? listIn(params, 'id') : [id]
  const statuses = listIn(params, 'status')
  const found = (await readSubscriptions(call.db, call.client)).filter(
    (one) =>
      (ids.length === 0 || ids.includes(one.id)) && (statuses.length === 0 || statuses.includes(one.status)),
  )
  if (id !== null) required(found[0] ?? null, 'This Subscription')
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    total: found.length,
    ...(found.length > 0 && {
      entry: found.map((one) => ({
        fullUrl: `${baseOf(call.config)}/Subscription/${one.id}/$status`,
        resource: statusOf(one, call.config, { type: 'query-status' }),
        search: { mode: 'match' },
      })),
    }),
  }
}
