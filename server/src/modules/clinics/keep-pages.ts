import {
  handPage,
  keepPage,
  markRemoved,
  pagesOf,
  readPageOfFacility,
} from '#server/modules/booking/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { facilityOf } from './policy.ts'
import { holdOrder } from './queries-orders.ts'
import { requireOrder } from './read-orders.ts'

/** Pages of the clinic's own request form. The clinic sees those that it added, and the laboratory sees them with the visit. */

export async function listClinicPages(context: SignedIn, id: string) {
  const { siteId } = await requireOrder(context, id)
  return { pages: await pagesOf(context.db, { siteId, orderId: id }) }
}

export async function addClinicPage(
  context: SignedIn,
  id: string,
  given: { name: string; bytes: Uint8Array | undefined },
) {
  const { siteId } = await requireOrder(context, id)
  const facilityId = facilityOf(context.actor)
  return keepPage(context, { siteId, orderId: id }, given, async (db) =>
    required(await holdOrder(db, facilityId, id), 'This order'),
  )
}

const pageOf = ({ db, actor }: SignedIn, id: string) => readPageOfFacility(db, facilityOf(actor), id)

export const openClinicPage = async (context: SignedIn, id: string) =>
  handPage(context, await pageOf(context, id))

export const removeClinicPage = async (context: SignedIn, id: string, reason: string) =>
  markRemoved(context, id, await pageOf(context, id), reason)
