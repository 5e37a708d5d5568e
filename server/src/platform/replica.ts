import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, rowOf } from './database.ts'
import { isTransient } from './errors.ts'
import type { Log } from './log.ts'

/** A replica of the database, for reads that may be a few seconds old. */
export type Replica = {
  /**
   * Runs `read` on the replica, or on the primary if the replica is more than three seconds behind, cannot be reached, or gave up
   * the read because of a change that it had to replay.
   */
  read<T>(read: (db: Db) => Promise<T>): Promise<T>
  /** By how much the replica is behind at most. Infinite until it is known. */
  secondsBehind(): number
  close(): Promise<void>
}

const everyMs = 500
const mostBehindMs = 3_000

/**
 * Watches how far the replica is behind: the primary counts a beat, and a replica that shows a beat has everything that was
 * committed before it was sent. Clocks are not compared, and a replica that receives nothing more is noticed, also if nothing else
 * is written.
 */
export function watchReplica(primary: Db, replica: Db, log: Log): Replica {
  const sent: { beat: number; at: number }[] = []
  let heldUntil = Number.NEGATIVE_INFINITY
  let wasFresh = false
  const stopping = new AbortController()

  async function look(): Promise<void> {
    const at = performance.now()
    const beat = (await rowOf(primary)<Beat>`update replica_beat set beat = beat + 1 returning beat`)?.beat
    if (beat === undefined) throw new Error('The table replica_beat has no row')
    // After a failover the count may have gone back.
    while ((sent.at(-1)?.beat ?? -1) >= beat) sent.pop()
    sent.push({ beat, at })
    const held = (await rowOf(replica)<Beat>`select beat from replica_beat`)?.beat ?? -1
    while (sent[0] && sent[0].beat <= held) heldUntil = sent.shift()?.at ?? heldUntil
    // A replica that is far behind is judged by the beats that are still remembered.
    if (sent.length > mostRemembered) sent.splice(1, 1)
  }

  const isFresh = () => performance.now() - heldUntil < mostBehindMs
  const watching = (async () => {
    while (!stopping.signal.aborted) {
      const failure = await look().then(
        () => undefined,
        (error: unknown) => error,
      )
      if (isFresh() !== wasFresh) {
        wasFresh = !wasFresh
        if (wasFresh) log.info('the replica is used for reads')
        else log.warn({ err: failure }, 'the replica is behind; reads go to the primary')
      }
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => undefined)
    }
  })()

  return {
    async read(read) {
      if (!isFresh()) return read(primary)
      try {
        return await read(replica)
      } catch (error) {
        if (!isTransient(error)) throw error
        log.warn({ err: error }, 'a read failed on the replica; it goes to the primary')
        return read(primary)
      }
    },
    secondsBehind: () => (performance.now() - heldUntil) / 1_000,
    async close() {
      stopping.abort()
      await watching
    },
  }
}

type Beat = { beat: number }
const mostRemembered = 100
