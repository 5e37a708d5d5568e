import type { Total } from '#contract/fields.ts'
import { sayNumber } from './locale.ts'

/** "1,204", "10,000+". */
export function sayTotal({ count, exact }: Total): string {
  return `${sayNumber(count)}${exact ? '' : '+'}`
}
