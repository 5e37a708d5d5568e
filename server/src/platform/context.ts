import type { Role } from '#contract/options.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Config } from '../config.ts'
import type { Clock } from './clock.ts'
import type { Db } from './database.ts'
import type { Log } from './log.ts'

/** Who asks. `network` is what limits and the audit trail know of where the request came from. */
export type Actor = {
  accountId: string
  role: Role
  fullName: string
  email: string
  /** What was given to them; `may` says what follows for their role. */
  permissions: readonly Permission[]
  /** The only sites whose patients this member of staff sees; null: all. */
  sites: readonly string[] | null
  sessionHash: Buffer
}

/** What a verb may use. The server makes one for each request; a verb hands it on with a transaction as `db`. */
export type Context = {
  readonly db: Db
  readonly clock: Clock
  readonly config: Config
  readonly log: Log
  readonly network: string
  readonly actor: Actor | null
  /** Tells the deliverer that something was put into the outbox; harmless when it was not. */
  readonly wakeOutbox: () => void
}

/** A context in which somebody is signed in. */
export type SignedIn = Context & { readonly actor: Actor }
