import type { Context } from './context.ts'
import type { Db } from './database.ts'
import type { Job } from './job-runner.ts'

/** Successes of a job are recorded at most this often. */
const noteEveryMs = 10_000

type Means = Pick<Context, 'db' | 'clock' | 'log'>

/** Makes jobs record the outcome of their runs in `job_run`, so that one that fails or no longer runs is noticed. */
export async function noteRuns(means: Means, jobs: readonly Job[]): Promise<Job[]> {
  await listJobs(means.db, means.clock.now(), jobs)
  return jobs.map((job) => {
    const note = noteOf(means, job)
    return {
      ...job,
      async run() {
        const since = performance.now()
        try {
          await job.run()
        } catch (error) {
          await note({ failedAt: means.clock.now(), failure: nameOf(error) })
          throw error
        }
        await note({ succeededAt: means.clock.now(), seconds: (performance.now() - since) / 1_000 })
      },
    }
  })
}

type Outcome = { failedAt: Date; failure: string } | { succeededAt: Date; seconds: number }

function noteOf({ db, clock, log }: Means, job: Job) {
  let notedAt: number | null = null
  return async (outcome: Outcome): Promise<void> => {
    const hasFailed = 'failedAt' in outcome
    if (!hasFailed && notedAt !== null && performance.now() - notedAt < noteEveryMs) return
    notedAt = hasFailed ? null : performance.now()
    await db
      .insertInto('jobRun')
      .values({ ...rowOf(job, clock.now()), ...outcome })
      .onConflict((conflict) => conflict.column('name').doUpdateSet(outcome))
      .execute()
      // A failure to record must not fail the job. Its next run records again.
      .catch((error: unknown) =>
        log.warn({ err: error, job: job.name }, 'the run of a job could not be noted'),
      )
  }
}

/** The error without its message, which may quote data. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : ''
  return `${error.name}${code}`.slice(0, 80)
}

const rowOf = ({ name, every }: Job, addedAt: Date) => ({
  name,
  addedAt,
  everySeconds: secondsBetween(every),
})

/** Adds jobs that are new in this version, so that one that never runs is noticed, and removes those that no longer exist. */
async function listJobs(db: Db, now: Date, jobs: readonly Job[]): Promise<void> {
  await db
    .insertInto('jobRun')
    .values(jobs.map((job) => rowOf(job, now)))
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({ everySeconds: ref('excluded.everySeconds') })),
    )
    .execute()
  const names = jobs.map(({ name }) => name)
  await db.deleteFrom('jobRun').where('name', 'not in', names).execute()
}

/** The seconds between two runs, for the cron patterns that jobs have: every n minutes, each hour, or each day. */
export function secondsBetween(every = '* * * * *'): number {
  const [minute = '*', hour = '*'] = every.split(' ')
  if (hour !== '*') return 86_400
  if (minute === '*') return 60
  return minute.startsWith('*/') ? Number(minute.slice(2)) * 60 : 3_600
}
