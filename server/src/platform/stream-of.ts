import { Readable } from 'node:stream'

/**
 * A stream of what is made while it is read. `end` is called when it is over, was broken off, or its reader had gone
 * before the first read: nothing inside `parts` would run then, a `finally` neither. Whoever reads learns what failed in
 * `parts`; that `end` failed is nobody's to know any more.
 */
export function streamOf(parts: AsyncIterable<Buffer>, end: () => Promise<unknown>): Readable {
  const stream = Readable.from(parts, { objectMode: false, highWaterMark: 64 * 1024 })
  stream.once('close', () => void end().catch(() => {}))
  return stream
}
