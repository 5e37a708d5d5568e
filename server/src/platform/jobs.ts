import { type Runner, run, Logger as WorkerLogger } from 'graphile-worker'
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
 * for each booking would cost a sixth of the write, and one shared row would make all bookings wait for each other.
 * A wake-up that is lost with its process is made good by the job's cron pattern.
 */
export async function startJobs(pool: pg.Pool, jobs: readonly Job[], log: Log): Promise<Jobs> {
  const pause = 150
  const waiting = new Map<string, NodeJS.Timeout>()
  const runner: Runner = await run({
    pgPool: pool,
    concurrency: 2,
    noHandleSignals: true,
    pollInterval: 2_000,
    logger: new WorkerLogger(() => (level, message) => {
      if (level === 'error') log.error(message)
      else if (level === 'warning') log.warn(message)
      else log.debug(message)
    }),
    taskList: Object.fromEntries(jobs.map((job) => [job.name, job.run])),
    crontab: jobs.flatMap((job) => (job.every === undefined ? [] : [`${job.every} ${job.name}`])).join('\n'),
  })
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
      await runner.stop()
    },
  }
}
