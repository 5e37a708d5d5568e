import type { NewBill } from '#contract/money.ts'

/** What the fields of a bill hold, by their names; undefined: the patient pays, or the laboratory uses no prices. */
export function billIn(form: FormData): NewBill | undefined {
  const said = (name: string) => String(form.get(`bill.${name}`) ?? '').trim()
  const payerId = said('payerId')
  if (payerId === '') return undefined
  return { payerId, memberNumber: said('memberNumber'), claimCode: said('claimCode') }
}
