import type { EventEmitter } from 'node:events'
import pg from 'pg'
import { sqlState } from './errors.ts'
import type { Servers } from './servers.ts'

export type ChoosingConfig = pg.ClientConfig & {
  /** The servers that the client may connect to; without them, the configuration names one. */
  servers?: Servers | undefined
  /** Whether a replica is accepted, and a database that takes no changes. */
  readsOnly?: boolean | undefined
}

/** The server accepts no changes, as a replica. PostgreSQL gives the same code when it refuses a statement for this reason. */
class ReadOnlyServer extends Error {
  readonly code = sqlState.readOnly
  constructor() {
    super('This server of the database takes no changes')
  }
}

/** PostgreSQL reports these settings at the connection and at each change. */
const readOnlySettings = ['in_hot_standby', 'default_transaction_read_only']
/** A server that is switched off does not refuse a connection. After this time the next server is tried. */
const connectWithinMs = 2_000

/**
 * Connects to one of several servers, and only to one that accepts changes, as libpq does for `target_session_attrs=read-write`.
 * If that fails, the next client tries the next server.
 */
export class ChoosingClient extends pg.Client {
  readonly #servers: Servers | undefined
  readonly #url: string
  protected readonly readsOnly: boolean
  readonly #readOnly = new Map<string, boolean>()
  #lost: Error | null = null

  constructor(config: ChoosingConfig = {}) {
    const { servers } = config
    const url = servers?.next ?? ''
    // The password of a configuration without a URL is not enumerable, so that a copy would lose it.
    super(servers ? { ...config, connectionString: url, ...(servers.count > 1 && patience) } : config)
    this.#servers = servers
    this.#url = url
    this.readsOnly = config.readsOnly ?? false
    // Without a listener, Node would end the process. The pool adds its own only after `connect`, and the database may end the
    // session before that. A query on a lost connection fails by itself, so that the error is needed for `connect` alone.
    this.on('error', (error) => {
      this.#lost = error
    })
    const { connection } = this as unknown as { connection: EventEmitter }
    connection.on('parameterStatus', ({ parameterName, parameterValue }) => {
      if (readOnlySettings.includes(parameterName)) this.#readOnly.set(parameterName, parameterValue === 'on')
    })
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Connected): void
  override connect(callback?: Connected): Promise<pg.Client> | undefined {
    const connecting = this.#connect()
    if (!callback) return connecting
    const settled = callback as (error: Error | null, client?: pg.Client) => void
    connecting.then((client) => settled(null, client), settled)
    return undefined
  }

  async #connect(): Promise<pg.Client> {
    try {
      await super.connect()
      if (this.#lost) throw this.#lost
      await this.afterConnect()
    } catch (error) {
      this.#servers?.passOver(this.#url)
      throw error
    }
    if (this.readsOnly || ![...this.#readOnly.values()].includes(true)) return this
    await this.leaveServer()
    throw new ReadOnlyServer()
  }

  /** What a connection needs before its first statement. */
  protected async afterConnect(): Promise<void> {}

  /** Closes the connection, and makes the next client try another server. */
  protected async leaveServer(): Promise<void> {
    this.#servers?.passOver(this.#url)
    await this.end()
  }
}

const patience = { connectionTimeoutMillis: connectWithinMs }

type Connected = ((error: Error) => void) | ((error: null, client: pg.Client) => void)
