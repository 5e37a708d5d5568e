import type { Total } from '#contract/fields.ts'

/** "1,204", "10,000+". */
export function sayTotal({ count, exact }: Total): string {
  return `${count.toLocaleString('en-GB')}${exact ? '' : '+'}`
}

/** How many pages a total makes, as it is said. */
export function sayPages({ count, exact }: Total, pageSize: number): string {
  return sayTotal({ count: Math.max(1, Math.ceil(count / pageSize)), exact })
}
