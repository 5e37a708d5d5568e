import type { KeyScope } from '#contract/key-scopes.ts'
import type { Role } from '#contract/options.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Config } from '../config.ts'
import type { Clock } from './clock.ts'
import { type Db, inTransaction } from './database.ts'
import type { Tell } from './events.ts'
import type { Log } from './log.ts'

/** The person who makes a request. */
export type Actor = {
  accountId: string
  role: Role
  fullName: string
  email: string
  /** The given permissions; use `may`, which also considers the role. */
  permissions: readonly Permission[]
  /** The only sites whose patients this member of staff sees; null: all. */
  sites: readonly string[] | null
  /** The facility of a clinician. A clinician sees only the orders of this facility. */
  facilityId?: string | null
  /** True if the laboratory requires a second factor and the account has none. */
  needsSecondFactor?: boolean
  sessionHash: Buffer
  /** A program that acts by itself. Its `accountId` is the id of its client instead of an account. */
  program?: { name: string; scopes: readonly KeyScope[] }
}

/** The account of an actor, for columns that refer to accounts; null for a program and for nobody. */
export const accountIdOf = (actor: Actor | null): string | null =>
  actor === null || actor.program ? null : actor.accountId

/** The client of a program, for columns that refer to clients; null for a person and for nobody. */
export const clientIdOf = (actor: Actor | null): string | null => (actor?.program ? actor.accountId : null)

/** How the audit trail names a program, which has no account. */
export const reasonOf = (actor: Actor | null, said = ''): string | null =>
  actor?.program ? `By the API client ${actor.program.name}${said === '' ? '' : `: ${said}`}` : null

/**
 * What a verb may use. The server creates one for each request; a verb passes it on with a transaction as `db`. `network` is where the
 * request came from, for limits and the audit trail.
 */
export type Context = {
  readonly db: Db
  readonly clock: Clock
  readonly config: Config
  readonly log: Log
  readonly network: string
  readonly actor: Actor | null
  /** Wakes the deliverer of the outbox; harmless if there is no new message. `post` calls it, `transact` delays the call until the commit. */
  readonly wakeOutbox: () => void
  readonly tell: Tell
}

/** What a statement needs that compares with the time. */
export type Timed = Pick<Context, 'db' | 'clock'>

/** A context in which somebody is signed in. */
export type SignedIn = Context & { readonly actor: Actor }

/**
 * Runs `work` with a context whose `db` is a transaction: a new transaction, or `context.db` if that is a transaction already. If
 * `work` posts messages, the deliverer of the outbox is woken after the commit.
 */
export async function transact<In extends Pick<Context, 'db' | 'wakeOutbox'>, T>(
  context: In,
  work: (inside: In) => Promise<T>,
): Promise<T> {
  if (context.db.isTransaction) return work(context)
  let isPosted = false
  const wakeOutbox = () => {
    isPosted = true
  }
  const result = await inTransaction(context.db, (tx) => work({ ...context, db: tx, wakeOutbox }))
  if (isPosted) context.wakeOutbox()
  return result
}
