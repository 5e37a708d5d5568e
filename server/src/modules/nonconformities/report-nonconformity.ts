import type { BodyOf } from '#contract/endpoint.ts'
import type { reportNonconformity as reportContract } from '#contract/nonconformities.ts'
import { may } from '#contract/permissions.ts'
import { siteOfNew } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { insertRow, isMessage, placeOfSample, placeOfVisit } from './queries-nonconformities.ts'

type Body = BodyOf<typeof reportContract>

/**
 * The site of the visit or sample is the site of the nonconformity. Visits and samples that do not exist or belong to a site out of
 * reach, and messages that the caller may not read, are refused with the same error.
 */
export async function reportNonconformity(context: SignedIn, body: Body) {
  const { kind, harm, description, immediateAction, messageId } = body
  const place = await placeOf(context, body)
  const id = uuidv7(context.clock)
  const by = { reportedBy: context.actor.accountId, reportedAt: context.clock.now() }
  return transact(context, async (inside) => {
    const row = { ...place, id, kind, harm, description, immediateAction, messageId, ...by }
    const number = await insertRow(inside.db, row)
    const after = { number, siteId: place.siteId, kind, harm, description, immediateAction }
    await audit(inside, { action: 'nonconformity.reported', subject: { kind: 'nonconformity', id }, after })
    return { message: `Nonconformity ${number} is reported.`, id, number }
  })
}

async function placeOf(context: SignedIn, { visitId, accession, messageId, siteId }: Body) {
  const { db, actor } = context
  if (visitId !== null) {
    const place = await placeOfVisit(db, actor.sites, visitId)
    if (!place) throw invalid({ visitId: ['There is no such visit'] })
    return place
  }
  if (accession !== null) {
    const place = await placeOfSample(db, actor.sites, accession)
    if (!place) throw invalid({ accession: ['There is no such sample'] })
    return place
  }
  if (messageId !== null && !(may(actor, 'messages') && (await isMessage(db, messageId)))) {
    throw invalid({ messageId: ['There is no such message'] })
  }
  return { siteId: await siteOfNew(context, siteId), visitId: null, sampleId: null }
}
