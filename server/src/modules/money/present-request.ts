import { documentNumber } from '#contract/amounts.ts'
import type { PhoneRequest } from '#contract/money-phone.ts'
import type { PhoneRow } from './queries-phone.ts'

/** A request on a phone as its readers see it. */
export function presentRequest(row: PhoneRow, now: Date): PhoneRequest {
  const { id, step, failure, network, phoneEnd, amount, currency, waitUntil, paymentId } = row
  const { state, givenUpAt, receiptYear, receiptNumber } = row
  const waits = givenUpAt === null ? ('waiting' as const) : ('timed_out' as const)
  const left = Math.ceil((waitUntil.getTime() - now.getTime()) / 1000)
  return {
    ...{ id, step, network, phoneEnd, amount, currency },
    failure: state === 'failed' ? (failure ?? 'refused') : null,
    state: state === 'started' ? waits : state,
    secondsLeft: Math.max(0, left),
    waitUntil: waitUntil.toISOString(),
    receipt:
      paymentId !== null && receiptYear !== null && receiptNumber !== null
        ? { id: paymentId, number: documentNumber('receipt', receiptYear, receiptNumber) }
        : null,
  }
}
