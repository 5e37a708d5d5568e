import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Role } from '#contract/options.ts'
import { addAccount, findAccount } from '#server/modules/access/accounts/queries.ts'
import { openSession } from '#server/modules/access/sessions/sessions.ts'
import { systemClock } from '#server/platform/clock.ts'
import { openDatabase, openPool } from '#server/platform/database.ts'
import { isSqlError, sqlState } from '#server/platform/errors.ts'
import { hasher } from '#server/platform/hasher.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { createLog } from '#server/platform/log.ts'
import { readPostmasterFile } from '#server/platform/postgres/postmaster.ts'
import { freePort } from '../server/tests/product-process.ts'
import { openServerProcess } from '../server/tests/server-process.ts'
import { type Mail, openInbox } from '../server/tests/smtp-inbox.ts'
import { environmentOfTests, newFolder, removeFolder, settingsFor } from './start-server.ts'

export type Person = { fullName: string; email: string; password: string; role: Role; token: string }

export type Laboratory = {
  /** Where the product answers, without a slash at the end. */
  url: string
  /** Signs in on `/login`; absent when the settings were given without a manager. */
  manager: { email: string; password: string }
  /** What the server printed so far. */
  output(): string
  /** Waits for the latest mail to an address that says `about`; `after` leaves out the first so many. */
  mailTo(address: string, after?: number, about?: string): Promise<Mail>
  /** How many mails an address has got so far, for `after`. */
  mailsSoFar(address: string): number
  /** One call, JSON both ways. Fails unless the answer is a success. */
  call<Answer = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer>
  /**
   * A person with an account and a session, written straight into the database: who signs up and logs in on the screens
   * is `identity.spec.ts`. Each has an address of their own.
   */
  signUp(details?: Partial<Omit<Person, 'token'>> & { facilityId?: string }): Promise<Person>
  /** A session of whoever has this address. */
  sessionOf(email: string): Promise<{ token: string }>
  /** One statement on the database, for what no screen can do yet. */
  sql(statement: string, values?: unknown[]): Promise<void>
  /** Removes every visit, with all that refers to one. */
  removeVisits(): Promise<void>
  /** As it was just installed, at the same address. Nothing to do when it is: `use` says that it is no longer. */
  renew(): Promise<void>
  use(): void
  close(): Promise<void>
}

type CallOptions = { by?: { token: string }; body?: unknown }

const manager = { email: 'manager@lab.test', password: 'quiet-harbour-41' }

/** Hashed once each: a hash takes as long as a screen. */
const hashes = new Map<string, Promise<string>>()
function hashOf(password: string): Promise<string> {
  const hash = hashes.get(password) ?? hasher.hash(password)
  hashes.set(password, hash)
  return hash
}

/**
 * The product as `npm start` runs it, in a folder of its own: embedded PostgreSQL, a free port, and an SMTP server that
 * keeps what is mailed. A setting given as an empty string is left out.
 */
export async function startLaboratory(settings: Readonly<Record<string, string>> = {}): Promise<Laboratory> {
  const inbox = await openInbox()
  const port = settings.PORT ?? String(await freePort())
  const url = `http://localhost:${port}`
  const server = openServerProcess(environmentOfTests())
  let folder = ''
  let pool: ReturnType<typeof openPool> | undefined

  async function begin(): Promise<void> {
    folder = newFolder({ installed: true })
    const ours = {
      PORT: port,
      PUBLIC_URL: url,
      SMTP_URL: inbox.url,
      // Push services and receivers of events are on the loopback in tests.
      PUSH_TO_PRIVATE: '1',
      WEBHOOKS_TO_PRIVATE: '1',
      ADMIN_EMAIL: manager.email,
      ADMIN_PASSWORD: manager.password,
    }
    await server.start(settingsFor(folder, { ...ours, ...settings }))
  }
  async function end(): Promise<void> {
    await pool?.end()
    pool = undefined
    await server.stop()
    removeFolder(folder)
  }
  const close = async () => {
    await end().finally(() => server.end())
    await inbox.close()
  }
  await begin().catch(async (error: unknown) => {
    await close()
    throw error
  })

  /** Connected when it is needed first. */
  function database() {
    if (pool) return pool
    const listening = readPostmasterFile(join(folder, 'postgres'))
    if (!listening) throw new Error('The database does not run')
    const { host, port: databasePort } = listening
    pool = openPool({ host, port: databasePort, user: 'postgres', database: 'phial' }, createLog('warn'), 2)
    return pool
  }
  const mailsTo = (address: string) => inbox.mails.filter((mail) => mail.to.includes(address))
  let people = 0
  let used = false

  const lab: Laboratory = {
    url,
    manager,
    output: server.output,
    mailsSoFar: (address) => mailsTo(address).length,
    async mailTo(address, after = 0, about = '') {
      const newest = () =>
        mailsTo(address)
          .slice(after)
          .findLast(({ text }) => text.includes(about))
      await until(() => newest() !== undefined, 15_000, `No mail to ${address} ${about}`)
      return newest() as Mail
    },
    async call<Answer>(method: string, path: string, { by, body }: CallOptions = {}) {
      const response = await fetch(url + path, {
        method,
        headers: {
          ...(by && { authorization: `Bearer ${by.token}` }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`)
      return (text === '' ? null : JSON.parse(text)) as Answer
    },
    async signUp(details = {}) {
      const number = ++people
      const {
        fullName = `Person ${number}`,
        email = `person${number}@home.test`,
        password = 'seven-green-tubes',
        role = 'user',
        facilityId = null,
      } = details
      const db = openDatabase(database())
      const account = await addAccount(db, {
        id: uuidv7(systemClock),
        role,
        facilityId,
        fullName,
        email,
        passwordHash: await hashOf(password),
        createdAt: systemClock.now(),
      })
      if (!account) throw new Error(`${email} has an account already`)
      const { token } = await openSession({ db, clock: systemClock }, account)
      return { fullName, email, password, role, token }
    },
    async sessionOf(email) {
      const db = openDatabase(database())
      const account = await findAccount(db, { email })
      if (!account) throw new Error(`${email} has no account`)
      return openSession({ db, clock: systemClock }, account)
    },
    async sql(statement, values = []) {
      await database().query(statement, values)
    },
    async removeVisits() {
      for (let tries = 1; ; tries++) {
        try {
          await database().query('truncate visit cascade')
          return
        } catch (error) {
          // TRUNCATE locks table after table, and jobs of the server hold some of them in another order.
          if (!isSqlError(error, sqlState.deadlock) || tries === 5) throw error
        }
      }
    },
    use() {
      used = true
    },
    async renew() {
      if (!used) return
      used = false
      await end()
      inbox.mails.length = 0
      await begin()
    },
    close,
  }
  return lab
}

/** The one-time code as it is written in a mail. */
export function codeIn(mail: Mail): string {
  const code = /\b[0-9A-HJKMNP-TV-Z]{4}[- ]?[0-9A-HJKMNP-TV-Z]{4}\b/.exec(mail.text)?.[0]
  if (code === undefined) throw new Error(`No code in:\n${mail.text}`)
  return code
}

/** The first link of a mail whose path is the given one. */
export function linkIn(mail: Mail, path: string): string {
  const link = mail.text.match(/https?:\/\/[^\s<>"]+/g)?.find((found) => new URL(found).pathname === path)
  if (link === undefined) throw new Error(`No link to ${path} in:\n${mail.text}`)
  return link
}

async function until(isSo: () => boolean, patienceMs: number, otherwise: string): Promise<void> {
  for (const start = performance.now(); !isSo(); await sleep(25)) {
    if (performance.now() - start > patienceMs) throw new Error(otherwise)
  }
}
