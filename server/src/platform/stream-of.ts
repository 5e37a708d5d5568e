import { Readable } from 'node:stream'
import type { Log } from './log.ts'

/**
 * A stream of what is made while it is read. `end` is called when it is over, was broken off, or its reader had gone
 * before the first read: nothing inside `parts` would run then, a `finally` neither. Whoever reads learns what failed in
 * `parts`; that `end` failed, of which nobody waits for an answer, is noted in the log.
 */
export function streamOf(
  parts: AsyncIterable<Buffer>,
  end: () => Promise<unknown>,
  log: Pick<Log, 'warn'>,
): Readable {
  const stream = Readable.from(parts, { objectMode: false, highWaterMark: 64 * 1024 })
  stream.once('close', () => {
    end().catch((error: unknown) =>
      log.warn({ err: error }, 'what a stream was read from did not end cleanly'),
    )
  })
  return stream
}
