import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { Refusal } from './errors.ts'
import { asideFromCommits } from './outcome.ts'

/** At most `burst` at once, refilled evenly over `perSeconds`. */
export type Limit = { name: string; burst: number; perSeconds: number }

/**
 * Spends one from a limit that every process shares, or refuses with 429. GCRA: one row holds the time at which the
 * allowance is full again; the condition stands in the update, so that two requests cannot both take the last one.
 * Stored in a logged table, so that neither a restart nor a crash resets the allowance. The subject is hashed, so that
 * the table contains no names. Runs outside the transaction of what it guards, so that a failed try counts.
 */
export async function spend(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  limit: Limit,
  subject: string,
): Promise<void> {
  const key = createHash('sha256').update(`${limit.name}\n${subject.toLowerCase()}`).digest()
  const now = clock.now()
  const perOne = limit.perSeconds / limit.burst
  const spending = sql<{ allowed: boolean }>`
    insert into rate_limit as spent (key, full_at)
    values (${key}, ${now}::timestamptz + make_interval(secs => ${perOne}::float8))
    on conflict (key) do update
      set full_at = greatest(spent.full_at, ${now}::timestamptz) + make_interval(secs => ${perOne}::float8)
      where greatest(spent.full_at, ${now}::timestamptz) + make_interval(secs => ${perOne}::float8)
        <= ${now}::timestamptz + make_interval(secs => ${limit.perSeconds}::float8)
    returning true as allowed`
  const { rows } = await asideFromCommits(() => spending.execute(db))
  if (rows.length > 0) return
  const wait = Math.max(1, Math.ceil(perOne))
  throw new Refusal('too_many_requests', `Too many tries. Please wait ${inWords(wait)} and try again.`, {
    retryAfterSeconds: wait,
  })
}

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** Deletes allowances that are full again. */
export async function forgetFullLimits({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('rateLimit').where('fullAt', '<', clock.now()).execute()
}
