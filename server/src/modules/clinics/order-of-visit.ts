import type { NewOrder } from '#contract/orders.ts'
import { referrerOfClinician } from '#server/modules/booking/index.ts'
import { personNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type DetailRow, payerOf } from './queries-orders.ts'

/** The input of the visit of an order: patient, tests, the details for the report, and the payer. */
export async function askOf(inside: SignedIn, order: DetailRow) {
  const { clinicalDetails, diagnosis, fasting, pregnancyWeek, medication } = order
  const referrer = { id: uuidv7(inside.clock), accountId: order.orderedById }
  const said: NewOrder = {
    ...{ clinicalDetails, diagnosis, fasting, pregnancyWeek, medication },
    referrerId: await referrerOfClinician(inside.db, referrer),
    facilityId: null,
    requestedBy: '',
    copyTo: '',
  }
  const payerId = await payerOf(inside.db, order.facilityId)
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
