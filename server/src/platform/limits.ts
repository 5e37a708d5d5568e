import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { Refusal } from './errors.ts'
import { countOf } from './measures.ts'
import { widerNetworkOf } from './network.ts'
import { asideFromCommits } from './outcome.ts'

/** At most `burst` at once, refilled evenly over `perSeconds`. */
export type Limit = { name: string; burst: number; perSeconds: number }

const refusals = countOf('phial_limit_refusals_total', 'Calls that a limit refused', ['limit'])

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
  const key = keyOf(limit, subject)
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
  refusals.inc({ limit: limit.name })
  const wait = Math.max(1, Math.ceil(perOne))
  throw new Refusal('too_many_requests', `Too many tries. Please wait ${inWords(wait)} and try again.`, {
    retryAfterSeconds: wait,
  })
}

/** The factor by which the limit of a wider network exceeds the limit of a single network. */
const widerBy = 4

/** The subjects of a limit by network, each with its limit. For IPv6 the /48 counts as well, since a caller may have all of it. */
export function byNetwork(limit: Limit, network: string, subject = ''): [Limit, string][] {
  const wider = widerNetworkOf(network)
  const own: [Limit, string] = [limit, subject === '' ? network : `${network}\n${subject}`]
  if (wider === null) return [own]
  return [own, [{ ...limit, burst: limit.burst * widerBy }, subject === '' ? wider : `${wider}\n${subject}`]]
}

/** Counts a call against the limit of the caller's network and of the wider network around it. */
export async function spendOfNetwork(
  context: Pick<Context, 'db' | 'clock' | 'network'>,
  limit: Limit,
): Promise<void> {
  for (const [each, subject] of byNetwork(limit, context.network)) await spend(context, each, subject)
}

/** Takes back the count of a call that turned out to be legitimate. */
export async function giveBack({ db }: Pick<Context, 'db'>, limit: Limit, subject: string): Promise<void> {
  const perOne = limit.perSeconds / limit.burst
  await asideFromCommits(() =>
    db
      .updateTable('rateLimit')
      .set({ fullAt: sql`full_at - make_interval(secs => ${perOne}::float8)` })
      .where('key', '=', keyOf(limit, subject))
      .execute(),
  )
}

const keyOf = (limit: Limit, subject: string): Buffer =>
  createHash('sha256').update(`${limit.name}\n${subject.toLowerCase()}`).digest()

function inWords(seconds: number): string {
  if (seconds < 90) return `${seconds} seconds`
  return `${Math.ceil(seconds / 60)} minutes`
}

/** Deletes allowances that are full again. */
export async function forgetFullLimits({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await db.deleteFrom('rateLimit').where('fullAt', '<', clock.now()).execute()
}
