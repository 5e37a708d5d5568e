import { setTimeout as sleep } from 'node:timers/promises'
import { run, Logger as WorkerLogger } from 'graphile-worker'
import type pg from 'pg'
import type { Log } from './log.ts'

/** A job takes no argument: what is to be done stands in the tables. Running one twice, or two at once, is harmless. */
export type Job = { name: string; run: () => Promise<void> /** Cron pattern, UTC. */; every?: string }

export type Jobs = {
  /** Runs a job soon, in whichever process is free. Several calls before it starts are one. Never throws. */
  wake(name: string): void
  stop(): Promise<void>
}

/**
 * Jobs are woken after the commit, at most once in `pause`, and not by a row in every transaction: a row of its own
 * for each booking would be one more write in the hottest statement, and one shared row would make all bookings wait
 * for each other. A wake-up that is lost with its process is made good by the job's cron pattern.
 */
export async function startJobs(pool: pg.Pool, jobs: readonly Job[], log: Log): Promise<Jobs> {
  const pause = 150
  const waiting = new Map<string, NodeJS.Timeout>()
  const stopping = new AbortController()
  let runner = await startRunner(pool, jobs, log)
  const kept = keepRunning()

  /** A runner that cannot note a job's end, since the database went away, ends itself: another takes its place. */
  async function keepRunning(): Promise<void> {
    while (true) {
      await runner.promise.catch(() => undefined)
      if (stopping.signal.aborted) return
      log.warn('the jobs stopped; starting them again')
      for (let started = false; !started; ) {
        await sleep(1_000, undefined, { signal: stopping.signal })
        started = await startRunner(pool, jobs, log).then(
          (another) => {
            runner = another
            return true
          },
          (error: unknown) => {
            log.warn({ err: error }, 'the jobs could not be started')
            return false
          },
        )
      }
    }
  }

  return {
    wake(name) {
      if (waiting.has(name)) return
      const timer = setTimeout(() => {
        waiting.delete(name)
        runner
          .addJob(name, {}, { jobKey: name, maxAttempts: 1 })
          .catch((error: unknown) =>
            log.warn({ err: error }, 'a job could not be woken; its schedule will run it'),
          )
      }, pause)
      timer.unref()
      waiting.set(name, timer)
    },
    async stop() {
      for (const timer of waiting.values()) clearTimeout(timer)
      waiting.clear()
      stopping.abort()
      // Refused by a runner that is ending already, and by the wait for the next one.
      await Promise.allSettled([runner.stop(), kept])
    },
  }
}

function startRunner(pool: pg.Pool, jobs: readonly Job[], log: Log) {
  return run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    // -1, the default, notes a job's end without listening for failure: with the database gone at that moment, the
    // unhandled rejection would end the server.
    preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error') log.error(message)
      else if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, job.run])),
    crontab: jobs.flatMap((job) => (job.every === undefined ? [] : [`${job.every} ${job.name}`])).join('\n'),
  })
}
