import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Context, Timed } from './context.ts'
import type { Db } from './database.ts'
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
export async function spend(context: Timed, limit: Limit, subject: string): Promise<void> {
  if (!(await take(context, limit, keyOf(limit, subject), 1))) throw refused(limit)
}

function refused(limit: Limit): Refusal {
  refusals.inc({ limit: limit.name })
  const wait = Math.max(1, Math.ceil(limit.perSeconds / limit.burst))
  return new Refusal('too_many_requests', `Too many tries. Please wait ${inWords(wait)} and try again.`, {
    retryAfterSeconds: wait,
  })
}

/** Takes some from a limit, if it has so many left. */
async function take({ db, clock }: Timed, limit: Limit, key: Buffer, count: number): Promise<boolean> {
  const now = clock.now()
  const cost = (limit.perSeconds / limit.burst) * count
  const taking = sql`
    insert into rate_limit as spent (key, full_at)
    values (${key}, ${now}::timestamptz + make_interval(secs => ${cost}::float8))
    on conflict (key) do update
      set full_at = greatest(spent.full_at, ${now}::timestamptz) + make_interval(secs => ${cost}::float8)
      where greatest(spent.full_at, ${now}::timestamptz) + make_interval(secs => ${cost}::float8)
        <= ${now}::timestamptz + make_interval(secs => ${limit.perSeconds}::float8)
    returning true as allowed`
  const { rows } = await asideFromCommits(() => taking.execute(db))
  return rows.length > 0
}

/** A part of a limit that this process has taken: its size, how many are left of it, and until when they can be used. */
type Part = { size: number; left: number; until: number }
const parts = new WeakMap<Db, Map<string, Promise<Part>>>()
const mostParts = 10_000

/**
 * As `spend`, for limits of frequent calls: takes several at once, so that most calls need no statement. Each part has twice the size of
 * the part before if that was used up in time, up to a hundredth of the limit; otherwise it is one call. What is left of a part is
 * forfeited after a tenth of the time of the limit.
 */
export async function spendFrequent(context: Timed, limit: Limit, subject: string): Promise<void> {
  const { db, clock } = context
  if (db.isTransaction) return spend(context, limit, subject)
  const key = keyOf(limit, subject)
  const name = key.toString('latin1')
  const ofDatabase = parts.get(db) ?? new Map<string, Promise<Part>>()
  parts.set(db, ofDatabase)
  const isOpen = (part: Part) => part.until > clock.now().getTime()
  const takeAfter = async (before: Part | undefined): Promise<Part> => {
    const size =
      before && isOpen(before) ? Math.max(1, Math.min(before.size * 2, Math.floor(limit.burst / 100))) : 1
    const isAllowed = await take(context, limit, key, size)
    return { size, left: isAllowed ? size : 0, until: clock.now().getTime() + limit.perSeconds * 100 }
  }
  for (;;) {
    const present = ofDatabase.get(name)
    const part = await present
    if (part && part.left > 0 && isOpen(part)) {
      part.left--
      return
    }
    // Another call is taking the next part.
    if (ofDatabase.get(name) !== present) continue
    if (ofDatabase.size >= mostParts) ofDatabase.clear()
    const next = takeAfter(part)
    ofDatabase.set(name, next)
    next.catch(() => ofDatabase.delete(name))
    const { size, left } = await next
    if (left > 0) continue
    // The limit has less than the part left.
    ofDatabase.delete(name)
    if (size === 1) throw refused(limit)
    return spend(context, limit, subject)
  }
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
export async function forgetFullLimits({ db, clock }: Timed): Promise<void> {
  await db.deleteFrom('rateLimit').where('fullAt', '<', clock.now()).execute()
}
