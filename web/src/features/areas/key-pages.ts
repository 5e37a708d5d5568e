import type { Total } from '#contract/fields.ts'
import { sayTotal } from '../../lib/say-total.ts'

/** How many pages a total makes, as it is said. */
export function sayPages({ count, exact }: Total, pageSize: number): string {
  return sayTotal({ count: Math.max(1, Math.ceil(count / pageSize)), exact })
}
