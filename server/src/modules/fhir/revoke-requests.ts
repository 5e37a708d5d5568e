import { z } from 'zod'
import { cancelOrder, lockOrder, removeTests } from '#server/modules/clinics/index.ts'
import { transact } from '#server/platform/context.ts'
import { notFound, type Refusal } from '#server/platform/errors.ts'
import type { ClientCall } from './admit-client.ts'
import { asClinic } from './as-actor.ts'
import { readResource, refusedElements, resourceOf } from './elements.ts'
import { otherVersion } from './fhir-refusal.ts'
import type { Change, Kind } from './kind.ts'
import { findPlaced } from './queries-ordered.ts'
import { readMany } from './read-one.ts'
import { partsOfRequestId, requestId } from './request-id.ts'
import { validatorsOf } from './validators.ts'

const revoking = resourceOf('ServiceRequest').extend({
  id: z.string(),
  status: z.literal('revoked', { error: 'A request can only be changed to revoked' }),
})

export const readRevoking = (id: string, body: unknown): void => {
  if (readResource('ServiceRequest', revoking, body).id !== id)
    throw refusedElements('ServiceRequest', { id: ['The id is not that of the address'] })
}

/** `refuse` names the entry of a Bundle in a refusal. */
type Revoking = { id: string; ifMatch: string | null; refuse?: (refusal: Refusal) => Refusal }
const asItIs = (refusal: Refusal) => refusal

const reason = 'Cancelled by the program that ordered it'

export async function revokeRequest(call: ClientCall, kind: Kind, change: Change): Promise<void> {
  readRevoking(change.id, change.body)
  await transact(call, async (inside) => void (await revokeRequests(inside, kind, [change])))
}

/**
 * Cancels requests that this client has placed, in the transaction. If all tests of an order are cancelled, the order is, as a clinician
 * cancels it; some tests can be cancelled only while the order has no visit. `ifMatch`: null for a program that reads no versions.
 * Returns the ids of those that were not cancelled before.
 */
export async function revokeRequests(
  inside: ClientCall,
  kind: Kind,
  changes: readonly Revoking[],
): Promise<string[]> {
  const done: string[] = []
  const { db, client } = inside
  const asked = Map.groupBy(changes, ({ id }) => partsOfRequestId(id)?.orderId ?? '')
  const placed = await findPlaced(
    db,
    client.id,
    [...asked.keys()].filter((id) => id !== ''),
  )
  for (const [orderId, some] of asked) {
    const order = placed.find((one) => one.orderId === orderId)
    const codeOf = ({ id }: Revoking) => partsOfRequestId(id)?.testCode ?? ''
    const unknown = some.find((one) => !order?.testCodes.includes(codeOf(one)))
    if (!order || unknown) throw (unknown?.refuse ?? asItIs)(notFound('This ServiceRequest of your client'))
    const clinic = { ...inside, actor: asClinic(client, order.facilityId) }
    await lockOrder(clinic, orderId)
    const all = order.testCodes.map((code) => requestId(orderId, code))
    const now = await readMany(inside, kind, all)
    const open = now.filter(({ status }) => status !== 'revoked')
    const revoked = some.filter(({ id, ifMatch, refuse = asItIs }) => {
      const current = open.find((one) => one.id === id)
      if (current && ifMatch !== null && validatorsOf(current).etag !== ifMatch) throw refuse(otherVersion())
      return current !== undefined
    })
    if (revoked.length === 0) continue
    done.push(...revoked.map(({ id }) => id))
    if (revoked.length === open.length) await cancelOrder(clinic, orderId, reason)
    else
      await removeTests(
        clinic,
        orderId,
        revoked.map(({ id }) => partsOfRequestId(id)?.testCode ?? ''),
        reason,
      )
  }
  return done
}
