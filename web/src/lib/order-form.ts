import type { NewOrder } from '#contract/orders.ts'
import { saidIn } from './said-in.ts'

/** What the fields of an order hold, by their names; undefined: nothing was entered. */
export function orderIn(form: object): NewOrder | undefined {
  const said = saidIn(form, 'order')
  const week = said('pregnancyWeek')
  const order = {
    ...requesterIn(form),
    copyTo: said('copyTo'),
    clinicalDetails: said('clinicalDetails'),
    diagnosis: said('diagnosis'),
    fasting: (said('fasting') || 'not known') as NewOrder['fasting'],
    pregnancyWeek: week === '' ? null : Number(week),
    medication: said('medication'),
  }
  const { fasting, ...others } = order
  const isEmpty = fasting === 'not known' && Object.values(others).every((one) => one === null || one === '')
  return isEmpty ? undefined : order
}

/** Who asked for the tests, by the field of an order: a referrer, a facility, another name, or nobody. */
export function requesterIn(form: object): Pick<NewOrder, 'referrerId' | 'facilityId' | 'requestedBy'> {
  const said = saidIn(form, 'order')
  const [kind, id = null] = said('known').split(' ')
  return {
    referrerId: kind === 'referrer' ? id : null,
    facilityId: kind === 'facility' ? id : null,
    requestedBy: kind ? '' : said('requestedBy'),
  }
}
