import { createThread } from '../thread.ts'
import type { Logo, Printable } from './printable-logo.ts'

/** Pixels are unpacked, shrunk and drawn by way of trial: up to a second for a picture that fits into 200 kB. */
const thread = createThread<Logo, Printable>(new URL('./logo-thread.ts', import.meta.url), {
  seconds: 30,
  megabytes: 192,
  waiting: 4,
  tooMuch: 'This picture takes too long to check: save it with fewer pixels.',
  busy: 'Other pictures are being checked just now. Please try again in a moment.',
})

/** `printableLogo` beside the thread that answers requests. Refuses with `too_large` or `busy`. */
export async function checkLogo(logo: Logo): Promise<Printable> {
  const answer = await thread.ask(logo)
  return 'fault' in answer ? answer : { print: Buffer.from(answer.print) }
}
