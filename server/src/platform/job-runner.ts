import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run } from 'graphile-worker'
import { type Connection, cutConnections, openPool } from './database.ts'
import { pollMs, watchJobSigns } from './job-signs.ts'
import type { Log } from './log.ts'
import { tracedApart } from './traces/traced.ts'

/** A job takes no argument: it reads its work from the tables. Running one twice, or two at once, is harmless. */
export type Job = {
  name: string
  run: () => Promise<unknown>
  /** Cron pattern, UTC. */
  every?: string
}

/** `silent`: a connection stayed open and did not answer, so other connections will not report an error either. */
export type Loss = { reason: string; silent: boolean }

/** One run of graphile-worker. It ends at the first sign of failure, and another runner replaces it. */
export type JobRunner = {
  /** The name under which its jobs are locked. */
  readonly id: string
  /** Resolves as soon as the runner cannot run jobs any more, or no longer shows that it can. */
  readonly lost: Promise<Loss>
  isRunning(): boolean
  wake(name: string): Promise<unknown>
  /** Takes no more jobs, and waits for running ones, but no longer than `patienceMs`. */
  stop(patienceMs: number): Promise<void>
}

/** Two workers, LISTEN, and one for those who wake jobs. */
const connections = 4
const startWithinMs = 15_000

/**
 * graphile-worker (0.18) recovers from some lost connections and only seems to recover from others: its shutdown waits for
 * ever when the ends of two jobs could not be recorded, a worker that gets "starting up" (57P03) sleeps for up to two minutes
 * at a time, and LISTEN is retried after up to one. So no part of it is used after a loss. It has connections of its own, so
 * that all of them can be cut, and so that requests that use every connection of the pool do not look like a loss.
 * @param unlock ids of runners that have ended: the jobs that they had locked are unlocked
 * @throws the database's error if it does not start
 */
export async function startJobRunner(
  connection: Connection,
  jobs: readonly Job[],
  log: Log,
  unlock: readonly string[],
): Promise<JobRunner> {
  const loss = Promise.withResolvers<Loss>()
  const pool = openPool(connection, log, connections)
  let over = false
  let runner: Runner | undefined
  const end = () => {
    over = true
    signs.end()
    // Without connections `stop` may never settle. It is enough that no more jobs are fetched.
    runner?.stop().catch(() => undefined)
    if (!pool.ending) void pool.end()
    cutConnections(pool)
  }
  const signs = watchJobSigns((reason, silent = false) => {
    if (over) return
    end()
    loss.resolve({ reason, silent })
  })
  const tooLong = setTimeout(end, startWithinMs)
  try {
    if (unlock.length > 0) await pool.query('select graphile_worker.force_unlock_workers($1)', [unlock])
    const started = await run({
      pgPool: pool,
      events: signs.events,
      concurrency: 2,
      noHandleSignals: true,
      pollInterval: pollMs,
      // With -1, the default, an error while a job's end is recorded is not handled: if the database is down at that moment,
      // the unhandled rejection would end the server.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      logger: new Logger(() => (level, message) => {
        if (level === 'error' && !over) log.error(message)
        else if (level === 'warning' && !over) log.warn(message)
        else log.debug(message)
      }),
      taskList: Object.fromEntries(jobs.map((job) => [job.name, () => runJob(job)])),
      crontab: jobs
        .flatMap((job) => (job.every === undefined ? [] : [`${job.every} ${job.name}`]))
        .join('\n'),
    })
    started.promise.catch(() => undefined)
    runner = started
    if (over) throw new Error('The database was lost while the jobs started')
    return {
      id: signs.id(),
      lost: loss.promise,
      isRunning: () => !over && signs.isRunning(),
      wake: (name) => started.addJob(name, {}, { jobKey: name }),
      async stop(patienceMs) {
        if (over) return
        signs.expectShutdown()
        await Promise.race([started.stop(), loss.promise, sleep(patienceMs, undefined, { ref: false })])
        end()
      },
    }
  } catch (error) {
    end()
    throw error
  } finally {
    clearTimeout(tooLong)
  }

  /** A job of an ended runner never settles: graphile-worker cannot record its end any more, and must not try. */
  async function runJob(job: Job): Promise<void> {
    try {
      await tracedApart(`job ${job.name}`, { 'phial.job': job.name }, () => job.run())
    } catch (error) {
      if (!over) throw error
      log.warn({ err: error, job: job.name }, 'a job failed')
    }
    if (over) await new Promise(() => {})
  }
}
