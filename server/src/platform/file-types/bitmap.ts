import { createThread } from '../thread.ts'

const thread = createThread<Uint8Array, Uint8Array | null>(new URL('./bitmap-thread.ts', import.meta.url), {
  seconds: 30,
  megabytes: 384,
  waiting: 20,
  tooMuch: 'This bitmap takes too long to read.',
  busy: 'Other bitmaps are being read just now.',
})

/**
 * Converts a Windows bitmap (BMP) to PNG, in a thread of its own, and returns other bytes unchanged. Null if the bitmap is damaged or too
 * large. Refuses with `too_large` or `busy`.
 */
export async function withoutBitmap(bytes: Buffer): Promise<Uint8Array | null> {
  return bytes.toString('latin1', 0, 2) === 'BM' ? thread.ask(bytes) : bytes
}
