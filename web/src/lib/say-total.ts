import type { Total } from '#contract/fields.ts'

/** "1,204", "10,000+". */
export function sayTotal({ count, exact }: Total): string {
  return `${count.toLocaleString('en-GB')}${exact ? '' : '+'}`
}
