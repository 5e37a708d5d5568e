import type { ApiScope } from '#contract/api-clients.ts'
import type { ClientCall } from '../admit-client.ts'
import { refused } from './fault.ts'
import type { ConnectionRow } from './queries-connections.ts'
import type { Envelope } from './read-envelope.ts'
import type { Authorities } from './read-parts.ts'

/** The context in which a message of a connection is processed: with the limits of its client. */
export type Hl7Call = ClientCall & {
  readonly connection: ConnectionRow
  readonly authorities: Authorities
  /** The codes of tests by the codes of the hospital. */
  readonly tests: ReadonlyMap<string, string>
  /** The codes of analytes, and the ids of sites, by the codes of the hospital. */
  readonly analytes: ReadonlyMap<string, string>
  readonly locations: ReadonlyMap<string, string>
}

/** What becomes of a message: read and checked before the transaction, and written in it. */
export type Planned = {
  /** Returns what was not taken over (empty: nothing), and the segments of the answer after MSA and ERR. */
  keep: (inside: Hl7Call) => Promise<{ note?: string; answer?: string[] }>
}

/** `refusedAnswer`: the segments of an answer that refuses the message. */
export type Handler = {
  plan: (call: Hl7Call, envelope: Envelope) => Promise<Planned>
  refusedAnswer?: (call: Hl7Call, envelope: Envelope) => string[]
}

export function requireScopeOf({ client }: Hl7Call, scope: ApiScope): void {
  if (!client.scopes.includes(scope))
    throw refused('MSH-9', '200', `The API client does not have the permission ${scope}`, true)
}
