import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, type Runner, run } from 'graphile-worker'
import { type Connection, cutConnections, openPool } from './database.ts'
import { pollMs, watchJobSigns } from './job-signs.ts'
import type { Log } from './log.ts'

/** A job takes no argument: what is to be done stands in the tables. Running one twice, or two at once, is harmless. */
export type Job = { name: string; run: () => Promise<void> /** Cron pattern, UTC. */; every?: string }

/** `silent`: a connection stayed open and did not answer, so that nobody who uses another one is told either. */
export type Loss = { reason: string; silent: boolean }

/** One life of graphile-worker: it ends at the first sign of trouble, and another takes its place. */
export type JobRunner = {
  /** The name under which its jobs are locked. */
  readonly id: string
  /** Resolves as soon as it can run no more jobs, or does not show that it can. */
  readonly lost: Promise<Loss>
  isRunning(): boolean
  wake(name: string): Promise<unknown>
  /** Takes no more jobs, and waits for those under way, but no longer than `patienceMs`. */
  stop(patienceMs: number): Promise<void>
}

/** Two workers, LISTEN, and one for those who wake jobs. */
const connections = 4
const startWithinMs = 15_000

/**
 * graphile-worker (0.18) comes back from some losses of the database and only seems to from others: its shutdown waits
 * for ever when the ends of two jobs could not be noted, a worker that is told "starting up" (57P03) sleeps for up to two
 * minutes at a time, LISTEN is tried again after up to one. So nothing of it is used after a loss. Its connections are
 * its own, so that all of them can be cut, and so that requests that take every connection do not look like a loss.
 * @param unlock ids of runners that are gone: what they had begun may be run again
 * @throws what the database said, when it does not start
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
    // Without connections it may never come to its end; that it asks for no more jobs is enough.
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
      // -1, the default, notes a job's end without listening for failure: with the database gone at that moment, the
      // unhandled rejection would end the server.
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

  /** What a runner that is over had begun ends here: it can note nothing, and must not try. */
  async function runJob(job: Job): Promise<void> {
    try {
      await job.run()
    } catch (error) {
      if (!over) throw error
      log.warn({ err: error, job: job.name }, 'a job failed')
    }
    if (over) await new Promise(() => {})
  }
}
