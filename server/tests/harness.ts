import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify'
import pg from 'pg'
import { inject } from 'vitest'
import type { Role } from '#contract/options.ts'
import { createApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { tell } from '#server/handlers.ts'
import { addAccount } from '#server/modules/access/accounts/queries.ts'
import { openSession } from '#server/modules/access/sessions/sessions.ts'
import { deliverOutbox } from '#server/modules/notifications/index.ts'
import { forgetPlans } from '#server/modules/sites/index.ts'
import { type Clock, stoppedClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { hasher } from '#server/platform/hasher.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { openLive } from '#server/platform/live/listener.ts'
import { createLog } from '#server/platform/log.ts'
import { isMigrated } from '#server/platform/migrate.ts'
import { measurePool } from '#server/platform/pool-waits.ts'
import { roles } from '#server/platform/postgres/roles.ts'
import type { Replica } from '#server/platform/replica.ts'
import { Vault } from '#server/platform/vault/vault.ts'
import { keepData } from './kept-data.ts'
import { type Inbox, type Mail, openInbox } from './smtp-inbox.ts'

/** A Monday, half past eight in Accra (which is on UTC all year). */
export const mondayMorning = '2026-03-09T08:30:00Z'

export type StoppedClock = ReturnType<typeof stoppedClock>

export type TestAppOptions<C extends Clock> = {
  /** Default: a stopped clock at `mondayMorning`. */
  clock?: C
  /** Settings by the names of the environment; `PUBLIC_URL` is `http://lab.test` unless given. */
  settings?: Readonly<Record<string, string>>
  config?: Partial<Config>
  /** Another server process on the same database, as behind a proxy. */
  sameDatabaseAs?: { readonly database: string }
  /** Receives every line of the log; if omitted, nothing is logged. */
  onLog?: (line: string) => void
  poolSize?: number
  /** A migrated database on another server than that of the tests; it is not removed. */
  own?: { host: string; port: number; user: string; database: string }
  replica?: Replica
  /** Encrypts fields; `true`: with a key of the tests. Without one they are plain, so that tests can look for texts in the database. */
  vault?: Vault | true
  /** The connection of the pool, if it goes through a proxy. */
  through?: { host: string; port: number }
}

export type Person = {
  accountId: string
  fullName: string
  email: string
  password: string | undefined
  role: Role
  token: string
  /** The headers of a call by this person. */
  headers: { authorization: string }
}

export type TestApp<C extends Clock = StoppedClock> = {
  app: FastifyInstance
  db: Db
  /** Connects as the product's role. */
  pool: pg.Pool
  /** Connects as the superuser, for statements that the product's role may not run. */
  superuser: pg.Pool
  clock: C
  config: Config
  /** Without a caller, from this machine: for verbs and jobs called directly. */
  context: Context
  /** Name of the database, for `sameDatabaseAs`. */
  database: string
  inbox: Inbox
  /** A call; `by` authenticates it, an object as `body` is sent as JSON. */
  call(method: InjectOptions['method'], path: string, options?: CallOptions): Promise<LightMyRequestResponse>
  /** The same without waiting for notifications: for thousands of calls between which the test itself changes nothing. */
  callAtOnce: TestApp['call']
  /** Opens a port on the loopback and returns its URL. */
  listen(): Promise<string>
  /** Delivers due messages of the outbox and returns all mails to `address` so far, oldest first. */
  mailsTo(address: string): Promise<Mail[]>
  /** The latest mail to `address`; fails if there is none. */
  lastMailTo(address: string): Promise<Mail>
  /** A patient with an account and a session. Pass a password only if one is needed, since hashing costs 30 ms. */
  signUpPatient(details?: PersonDetails): Promise<Person>
  makeStaff(role: 'technician' | 'admin', details?: PersonDetails): Promise<Person>
  /** A clinician of this facility, or of a new facility. */
  makeClinician(facilityId?: string, details?: PersonDetails): Promise<Person>
  /** The id of the facility of a clinician. */
  facilityOf(clinician: Person): Promise<string>
  /**
   * For a file whose tests each need an undisturbed laboratory. The first call saves the database. Each later call
   * restores it, empties the inbox and the data folder, and sets the clock to `mondayMorning`.
   */
  renew(): Promise<void>
  close(): Promise<void>
}

export type CallOptions = {
  by?: { headers: { authorization: string } } | undefined
  body?: unknown
  headers?: Record<string, string>
  /** The address of the caller, default 127.0.0.1. */
  from?: string
}

export type PersonDetails = { fullName?: string; email?: string; phone?: string; password?: string }

/** The product on a separate database, cloned from the run's template; `close` removes it. */
export async function openTestApp<C extends Clock = StoppedClock>(
  options: TestAppOptions<C> = {},
): Promise<TestApp<C>> {
  // The process may have cached the plans of the database of another test file.
  forgetPlans()
  const clock = options.clock ?? (stoppedClock(mondayMorning) as Clock as C)
  const database = options.own?.database ?? options.sameDatabaseAs?.database ?? (await cloneTemplate())
  const { host, port, user } = options.own ?? inject('postgres')
  const log = options.onLog ? createLog('trace', { write: options.onLog }) : createLog('silent')
  const pool = openPool({ host, port, user, database, ...options.through }, log, options.poolSize ?? 10)
  measurePool(pool)
  const superuser = openPool({ host, port, user: roles.superuser, database }, log, 2)
  const db = openDatabase(pool, options.vault === true ? vaultWithKey(clock) : options.vault)
  const inbox = await openInbox()
  const dataDir = mkdtempSync(join(tmpdir(), 'phial-test-data-'))
  chmodSync(dataDir, 0o700)
  const fromSettings = readConfig({
    DATA_DIR: dataDir,
    PUBLIC_URL: 'http://lab.test',
    SMTP_URL: inbox.url,
    ...options.settings,
  })
  const config = { ...fromSettings, ...options.config }
  const base = { db, clock, config, log, wakeOutbox: () => {}, tell, replica: options.replica }
  const context: Context = { ...base, network: 'local', actor: null }
  const live = openLive({ host, port, user, database }, log)
  const app = await createApp(
    base,
    async () => ((await isMigrated(pool)) ? null : 'not of this version'),
    live,
  )
  await app.ready()

  let restore: (() => Promise<void>) | undefined
  let people = 0
  async function makePerson(
    role: Role,
    details: PersonDetails,
    facilityId: string | null = null,
  ): Promise<Person> {
    const name = `${role} ${++people}`
    const { fullName = name, email = `${name.replace(' ', '')}@example.com`, phone = '', password } = details
    const account = await addAccount(db, {
      id: uuidv7(clock),
      role,
      facilityId,
      fullName,
      email,
      phone,
      passwordHash: password === undefined ? null : await hasher.hash(password),
      createdAt: clock.now(),
    })
    if (!account) throw new Error(`${email} has an account already`)
    const { token } = await openSession(context, account)
    const headers = { authorization: `Bearer ${token}` }
    return { accountId: account.id, fullName, email, password, role, token, headers }
  }

  async function mailsTo(address: string): Promise<Mail[]> {
    await deliverOutbox(context)
    // Mails that are sent concurrently arrive in any order; their ids follow the order in which they were written.
    return inbox.mails
      .filter((mail) => mail.to.includes(address))
      .sort((one, other) => (one.messageId < other.messageId ? -1 : 1))
  }

  const callAtOnce: TestApp['call'] = async (method, path, { by, body, headers, from } = {}) =>
    app.inject({
      method: method ?? 'GET',
      url: path,
      headers: { ...by?.headers, ...headers },
      ...(body !== undefined && { payload: body as NonNullable<InjectOptions['payload']> }),
      ...(from !== undefined && { remoteAddress: from }),
    })

  return {
    app,
    db,
    pool,
    superuser,
    clock,
    config,
    context,
    database,
    inbox,
    async call(...asked) {
      // Waits for the notification of changes that the test has made directly in the database, such as to a session.
      await live.caughtUp()
      return callAtOnce(...asked)
    },
    callAtOnce,
    async listen() {
      if (!app.server.listening) await app.listen({ host: '127.0.0.1', port: 0 })
      return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
    },
    mailsTo,
    async lastMailTo(address) {
      const mail = (await mailsTo(address)).at(-1)
      if (!mail) throw new Error(`No mail to ${address}`)
      return mail
    },
    signUpPatient: (details = {}) => makePerson('user', details),
    makeStaff: (role, details = {}) => makePerson(role, details),
    async makeClinician(facilityId, details = {}) {
      const id = facilityId ?? uuidv7(clock)
      if (facilityId === undefined) {
        const facility = {
          id,
          name: `Clinic ${id}`,
          kind: 'clinic',
          phone: '',
          email: '',
          resultsBy: 'collect',
        } as const
        await db.insertInto('facility').values(facility).execute()
      }
      return makePerson('clinician', details, id)
    },
    async facilityOf({ accountId }) {
      const { rows } = await pool.query('select facility_id from account where id = $1', [accountId])
      return rows[0].facility_id
    },
    async renew() {
      if (!restore) {
        restore = await keepData(superuser)
        return
      }
      await restore()
      forgetPlans()
      inbox.mails.length = 0
      inbox.manner = 'accept'
      for (const name of readdirSync(dataDir)) rmSync(join(dataDir, name), { recursive: true })
      ;(clock as Clock as StoppedClock).set(mondayMorning)
    },
    async close() {
      await app.close()
      await live.close()
      await pool.end()
      await superuser.end()
      await inbox.close()
      rmSync(dataDir, { recursive: true, force: true })
      if (!options.sameDatabaseAs && !options.own)
        await onServer(`drop database if exists ${database} with (force)`)
    },
  }
}

/** The same key for every server of a test. */
function vaultWithKey(clock: Clock): Vault {
  const vault = new Vault(clock)
  vault.hold({ number: 1, key: Buffer.alloc(32, 1), usedFrom: new Date(0) })
  vault.holdHashKey({ key: Buffer.alloc(32, 2), usedFrom: new Date(0) })
  return vault
}

/** A database without a table; `close` removes it. The pool is the superuser's. */
export async function openEmpty() {
  const database = `test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${database}`)
  const { host, port } = inject('postgres')
  const log = createLog('silent')
  const pool = openPool({ host, port, user: roles.superuser, database }, log, 2)
  const context = { db: openDatabase(pool), clock: stoppedClock(mondayMorning), log }
  return {
    pool,
    context,
    async close() {
      await pool.end()
      await onServer(`drop database if exists ${database} with (force)`)
    },
  }
}

async function cloneTemplate(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  await onServer(
    `create database ${name} template ${inject('postgres').database} owner ${roles.owner} strategy file_copy`,
  )
  return name
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('postgres'), user: roles.superuser, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
