import { setTimeout as sleep } from 'node:timers/promises'
import type { Connection } from './database.ts'
import { type Job, type JobRunner, startJobRunner } from './job-runner.ts'
import type { Log } from './log.ts'

export type Jobs = {
  /** Runs a job soon, in whichever process is free. Several calls before it starts are one. Never throws. */
  wake(name: string): void
  /** Whether this process runs jobs just now. */
  areRunning(): boolean
  stop(): Promise<void>
}

const wakeAfterMs = 150
/** Pauses between two attempts to start again. */
const pauseMs = { first: 100, longest: 1_000 }
/** How long a stopping server waits for running jobs. An interrupted job runs again, by its schedule or in another process. */
const stopWithinMs = 10_000

/**
 * Jobs are woken after the commit, at most once in `wakeAfterMs`, and not by a row in every transaction: a row of its
 * own for each booking would be one more write in the hottest statement, and one shared row would make all bookings
 * wait for each other. If a wake-up is lost with its process, the job's cron pattern runs the job later.
 * @param onSilence called when the database no longer answers on open connections, before jobs are started again
 */
export async function startJobs(
  connection: Connection,
  jobs: readonly Job[],
  log: Log,
  onSilence: () => void,
): Promise<Jobs> {
  const waiting = new Map<string, NodeJS.Timeout>()
  /** Jobs that could not be woken while the database was unreachable. */
  const missed = new Set<string>()
  const stopping = new AbortController()
  let runner = await startJobRunner(connection, jobs, log, [])
  void keepRunning()

  async function keepRunning(): Promise<void> {
    while (true) {
      const { reason, silent } = await runner.lost
      log.error({ reason }, 'the jobs stopped; starting them again')
      if (silent) onSilence()
      const another = await startAnother(runner.id)
      if (another === null) return
      runner = another
      log.warn('the jobs run again')
      for (const name of missed) wake(name)
      missed.clear()
    }
  }

  /** Null if the server stops before another runner has started. */
  async function startAnother(lost: string): Promise<JobRunner | null> {
    for (let pause = pauseMs.first; !stopping.signal.aborted; pause = Math.min(pause * 2, pauseMs.longest)) {
      try {
        const another = await startJobRunner(connection, jobs, log, [lost])
        if (!stopping.signal.aborted) return another
        await another.stop(stopWithinMs)
      } catch (error) {
        log.warn({ err: error }, 'the jobs could not be started')
      }
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
    return null
  }

  function wake(name: string): void {
    if (waiting.has(name)) return
    const timer = setTimeout(() => {
      waiting.delete(name)
      runner.wake(name).catch((error: unknown) => {
        missed.add(name)
        log.warn({ err: error }, 'a job could not be woken; its schedule will run it')
      })
    }, wakeAfterMs)
    timer.unref()
    waiting.set(name, timer)
  }

  return {
    wake,
    areRunning: () => runner.isRunning(),
    async stop() {
      stopping.abort()
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      await runner.stop(stopWithinMs)
    },
  }
}
