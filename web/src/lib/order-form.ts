import type { NewOrder } from '#contract/orders.ts'
import { saidIn } from './said-in.ts'

/** What the fields of an order hold, by their names; undefined: nothing was entered. */
export function orderIn(form: object): NewOrder | undefined {
  const said = saidIn(form, 'order')
  const [kind, id] = said('known').split(' ')
  const week = said('pregnancyWeek')
  const order = {
    referrerId: kind === 'referrer' ? (id ?? null) : null,
    facilityId: kind === 'facility' ? (id ?? null) : null,
    requestedBy: kind ? '' : said('requestedBy'),
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
