import { Readable } from 'node:stream'
import type { Log } from './log.ts'

/**
 * A stream of what is made while it is read. `end` is called once: after the last part, so that whoever has read it all
 * knows that it is over, or when it was broken off, or its reader had gone before the first read: nothing inside `parts`
 * would run then, a `finally` neither. Whoever reads learns what failed in `parts`; that `end` failed, when all there is
 * has been read, is noted in the log.
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
