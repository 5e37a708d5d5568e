import { setTimeout as sleep } from 'node:timers/promises'
import { seconds } from '../clock.ts'
import type { Log } from '../log.ts'
import { Offsite, type OffsiteMeans, type OffsiteReach } from './offsite.ts'

export type HeldOffsite = {
  state(): OffsiteState
  /** Resolves after the signal. */
  readonly ended: Promise<void>
}

export type OffsiteState = {
  reach: OffsiteReach | null
  /** Why the last attempt to send failed; null if it did not. */
  problem: string | null
}

/** Together with the ten seconds of the archive, a change is in the bucket within a minute. */
const usuallyEveryMs = seconds(30)

/** Sends the folder to the bucket until the signal. The log does not wait for copies, and nothing else waits for the bucket. */
export function holdOffsite(
  means: OffsiteMeans,
  { log, signal, everyMs = usuallyEveryMs }: { log: Log; signal: AbortSignal; everyMs?: number },
): HeldOffsite {
  const offsite = new Offsite(means)
  const problems: Record<'log' | 'copies', string | null> = { log: null, copies: null }
  const problem = () => problems.log ?? problems.copies

  async function attempt(what: 'log' | 'copies', work: () => Promise<void>): Promise<void> {
    const before = problem()
    problems[what] = await work().then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    if (signal.aborted || problem() === before) return
    const { place } = means.bucket
    if (problem() === null) log.info({ place }, 'the bucket of the backups is reached again')
    else log.warn({ place, problem: problem() }, 'the backups cannot be sent to the bucket; trying again')
  }

  async function keepSending(what: 'log' | 'copies', work: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      await attempt(what, work)
      await sleep(everyMs, undefined, { signal }).catch(() => undefined)
    }
  }

  const ended = Promise.all([
    keepSending('log', () => offsite.sendLog()),
    keepSending('copies', () => offsite.sendCopies()),
  ])
  return {
    state: () => ({ reach: offsite.reach, problem: problem() }),
    ended: ended.then(() => undefined),
  }
}
