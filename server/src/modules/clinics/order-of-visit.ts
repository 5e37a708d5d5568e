import type { NewOrder } from '#contract/orders.ts'
import { referrerOfClinician } from '#server/modules/booking/index.ts'
import { payerOfFacility } from '#server/modules/money/index.ts'
import { personNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type DetailRow, nameOfFacility } from './queries-orders.ts'

/** The input of the visit of an order: patient, tests, the details for the report, and the payer. */
export async function askOf(inside: SignedIn, order: DetailRow) {
  const { clinicalDetails, diagnosis, fasting, pregnancyWeek, medication } = order
  const said: NewOrder = {
    ...{ clinicalDetails, diagnosis, fasting, pregnancyWeek, medication },
    ...(await requesterOf(inside, order)),
    copyTo: '',
  }
  const payerId = await payerOfFacility(inside.db, order.facilityId)
  return {
    siteId: order.siteId,
    patient: {
      fullName: order.patient,
      age: order.age,
      gender: order.gender,
      contact: order.contact,
      email: '',
    },
    personNumber: personNumber(order.number),
    ...(order.bornOn !== null && { bornOn: order.bornOn }),
    testType: order.tests,
    order: said,
    ...(payerId !== null && { bill: { payerId, memberNumber: '', claimCode: '' } }),
  }
}

/** The clinician who ordered; for an order of a program, the requester that it named, or the facility. */
async function requesterOf(inside: SignedIn, { orderedById: accountId, requester, facilityId }: DetailRow) {
  if (accountId !== null) {
    const referrerId = await referrerOfClinician(inside.db, { id: uuidv7(inside.clock), accountId })
    return { referrerId, facilityId: null, requestedBy: '' }
  }
  if (requester === '') return { referrerId: null, facilityId, requestedBy: '' }
  const facility = await nameOfFacility(inside.db, facilityId)
  return { referrerId: null, facilityId: null, requestedBy: `${requester}, ${facility}`.slice(0, 160) }
}
