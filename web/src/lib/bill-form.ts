import type { NewBill } from '#contract/money.ts'
import { saidIn } from './said-in.ts'

/** The bill from the fields of a form; undefined: the patient pays, or the laboratory uses no prices. */
export function billIn(form: object): NewBill | undefined {
  const said = saidIn(form, 'bill')
  const payerId = said('payerId')
  if (payerId === '') return undefined
  return { payerId, memberNumber: said('memberNumber'), claimCode: said('claimCode') }
}
