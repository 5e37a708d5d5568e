import { createThread } from '../thread.ts'
import type { PrintSize } from './printable-logo.ts'

/** A re-encoded picture, and its printable version. */
export type CheckedLogo = { type: string; content: Uint8Array; print: Uint8Array } | { fault: string }

/** Decoding, shrinking and drawing a logo for the check takes up to a second for a picture of 200 kB. */
const thread = createThread<{ bytes: Uint8Array; size: PrintSize }, CheckedLogo>(
  new URL('./logo-thread.ts', import.meta.url),
  {
    seconds: 30,
    megabytes: 192,
    waiting: 4,
    tooMuch: 'This picture takes too long to check: save it with fewer pixels.',
    busy: 'Other pictures are being checked just now. Please try again in a moment.',
  },
)

/** Checks a picture in a thread of its own, re-encodes it and makes its printable version. Refuses with `too_large` or `busy`. */
export async function checkLogo(bytes: Uint8Array, size: PrintSize = 'logo') {
  const answer = await thread.ask({ bytes, size })
  if ('fault' in answer) return answer
  return { type: answer.type, content: Buffer.from(answer.content), print: Buffer.from(answer.print) }
}
