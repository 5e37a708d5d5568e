import { createThread } from '../thread.ts'
import type { SafeFile } from './safe-file.ts'

/** Checking ten megabytes of PDF takes several seconds, and a picture may have millions of pixels. */
const thread = createThread<Uint8Array, SafeFile>(new URL('./check-file-thread.ts', import.meta.url), {
  seconds: 30,
  megabytes: 384,
  waiting: 20,
  tooMuch: 'This file takes too long to check. Send a smaller one.',
  busy: 'Other files are being checked just now. Please try again in a moment.',
})

/** Runs `safeFile` in a thread of its own. Refuses with `too_large` or `busy`. */
export async function checkFile(bytes: Uint8Array): Promise<SafeFile> {
  return thread.ask(bytes)
}
