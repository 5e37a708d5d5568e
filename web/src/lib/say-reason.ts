import { deliveryReasons } from '#contract/delivery-reasons.ts'
import { translated } from './translated.ts'

const known = Object.values(deliveryReasons)

/** Why something was not delivered, in the language of the document. What others said about it stays as it is. */
export function sayReason(reason: string): string {
  const head = known.find((text) => reason.startsWith(text))
  return head === undefined ? reason : translated(head) + reason.slice(head.length)
}
