import { createThread } from '../thread.ts'
import type { Logo, Printable } from './printable-logo.ts'

/** Decoding, shrinking and drawing a logo for the check takes up to a second for a picture of 200 kB. */
const thread = createThread<Logo, Printable>(new URL('./logo-thread.ts', import.meta.url), {
  seconds: 30,
  megabytes: 192,
  waiting: 4,
  tooMuch: 'This picture takes too long to check: save it with fewer pixels.',
  busy: 'Other pictures are being checked just now. Please try again in a moment.',
})

/** Runs `printableLogo` in a thread of its own. Refuses with `too_large` or `busy`. */
export async function checkLogo(logo: Logo): Promise<Printable> {
  const answer = await thread.ask(logo)
  return 'fault' in answer ? answer : { print: Buffer.from(answer.print) }
}
