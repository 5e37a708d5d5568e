import { Readable } from 'node:stream'
import type { Log } from './log.ts'

/**
 * A stream of parts that are generated while it is read. `end` is called once: after the last part and before the reader
 * sees the end, when the stream is aborted, or when the reader disconnects before the first part, in which case not even a
 * `finally` of `parts` runs. An error of `parts` goes to the reader; an error of `end` is logged.
 */
export function streamOf(
  parts: AsyncIterable<Buffer>,
  end: () => Promise<unknown>,
  log: Pick<Log, 'warn'>,
): Readable {
  let over: Promise<unknown> | undefined
  const finish = () => {
    over ??= end().catch((error: unknown) =>
      log.warn({ err: error }, 'what a stream was read from did not end cleanly'),
    )
    return over
  }
  async function* toTheEnd() {
    yield* parts
    await finish()
  }
  const stream = Readable.from(toTheEnd(), { objectMode: false, highWaterMark: 64 * 1024 })
  stream.once('close', () => void finish())
  return stream
}
