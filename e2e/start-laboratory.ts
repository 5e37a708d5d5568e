import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { Role } from '#contract/options.ts'
import { readPostmasterFile } from '#server/platform/postgres/postmaster.ts'
import { isAlive } from '#server/platform/postgres/staging.ts'
import { type Mail, openInbox } from '../server/tests/smtp-inbox.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const prefix = 'phial-e2e-'

export type Person = { fullName: string; email: string; password: string; role: Role; token: string }

export type Laboratory = {
  /** Where the product answers, without a slash at the end. */
  url: string
  /** Signs in on `/login`; absent when the settings were given without a manager. */
  manager: { email: string; password: string }
  /** What the server printed so far. */
  output(): string
  /** The latest mail to an address, waited for; `after` leaves out those that were there before. */
  mailTo(address: string, after?: number): Promise<Mail>
  /** How many mails an address has got so far, for `after`. */
  mailsSoFar(address: string): number
  /** One call, JSON both ways. Fails unless the answer is a success. */
  call<Answer = unknown>(method: string, path: string, options?: CallOptions): Promise<Answer>
  /** A person with an account and a session, made by the product's own calls. Each has an address of their own. */
  signUp(details?: Partial<Omit<Person, 'token'>>): Promise<Person>
  /** One statement on the database, for what no screen can do yet. */
  sql(statement: string, values?: unknown[]): Promise<void>
  close(): Promise<void>
}

type CallOptions = { by?: { token: string }; body?: unknown }

const manager = { email: 'manager@lab.test', password: 'quiet-harbour-41' }

/**
 * The product as `npm start` runs it, in a folder of its own: embedded PostgreSQL, a free port, and an SMTP server that
 * keeps what is mailed. A setting given as an empty string is left out.
 */
export async function startLaboratory(settings: Readonly<Record<string, string>> = {}): Promise<Laboratory> {
  if (!existsSync(join(root, 'web/dist/app.html'))) {
    throw new Error('The web application is not built: run "npm run build" first')
  }
  removeRemains()
  const dataDir = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
  // As root the database runs as a user of its own, who must be able to pass through.
  chmodSync(dataDir, 0o711)
  const inbox = await openInbox()
  const port = settings.PORT ?? (await freePort())
  const url = `http://localhost:${port}`
  const server = spawn(process.execPath, ['--import', './e2e/end-with-parent.js', 'server/src/main.ts'], {
    cwd: root,
    env: {
      ...withoutSettings(process.env),
      PORT: String(port),
      DATA_DIR: dataDir,
      PUBLIC_URL: url,
      SMTP_URL: inbox.url,
      ADMIN_EMAIL: manager.email,
      ADMIN_PASSWORD: manager.password,
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [server.stdout, server.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  }
  const close = async () => {
    await stop(server)
    await inbox.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
  try {
    await until(
      () => output.includes('Phial is ready'),
      60_000,
      () => {
        if (server.exitCode !== null) throw new Error(`The server ended:\n${output}`)
      },
    )
  } catch (error) {
    await close()
    throw error
  }

  const mailsTo = (address: string) => inbox.mails.filter((mail) => mail.to.includes(address))
  let people = 0

  const lab: Laboratory = {
    url,
    manager,
    output: () => output,
    mailsSoFar: (address) => mailsTo(address).length,
    async mailTo(address, after = 0) {
      await until(
        () => mailsTo(address).length > after,
        15_000,
        () => {},
        `No mail to ${address}`,
      )
      return mailsTo(address).at(-1) as Mail
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
      } = details
      const before = lab.mailsSoFar(email)
      const body = { fullName, email, password, confirmPassword: password, acceptedTerms: true }
      await lab.call('POST', '/api/auth/register', { body })
      const otp = codeIn(await lab.mailTo(email, before))
      const { token } = await lab.call<{ token: string }>('POST', '/api/auth/verify-otp', { body: { otp } })
      if (role !== 'user') await lab.sql('update account set role = $1 where email = $2', [role, email])
      return { fullName, email, password, role, token }
    },
    async sql(statement, values = []) {
      const listening = readPostmasterFile(join(dataDir, 'postgres'))
      if (!listening) throw new Error('The database does not run')
      const { host, port: databasePort } = listening
      const client = new pg.Client({ host, port: databasePort, user: 'postgres', database: 'phial' })
      await client.connect()
      try {
        await client.query(statement, values)
      } finally {
        await client.end()
      }
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

/** The machine's own settings must not reach the server under test. */
function withoutSettings(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const ours = /^(ADMIN|SMTP|MAIL|OIDC|CONTACT|DATA_DIR|DATABASE_URL|PUBLIC_URL|TRUSTED_PROX|HOST$|PORT$)/
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !ours.test(name)))
}

/** A port that nobody listened at a moment ago; for partners that must know the product's before it starts. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port')
  return address.port
}

async function until(
  isSo: () => boolean,
  patienceMs: number,
  check: () => void,
  otherwise = 'Waited in vain',
): Promise<void> {
  for (const start = performance.now(); !isSo(); await sleep(25)) {
    check()
    if (performance.now() - start > patienceMs) throw new Error(otherwise)
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  const ended = new Promise((resolve) => server.once('exit', resolve))
  server.kill('SIGTERM')
  await ended
}

/** Folders of runs that were killed: their servers have ended with them. */
function removeRemains(): void {
  for (const name of readdirSync(tmpdir()).filter((entry) => entry.startsWith(prefix))) {
    const folder = join(tmpdir(), name)
    const stillStopping = readPostmasterFile(join(folder, 'postgres')) !== undefined
    if (stillStopping || isAlive(Number(name.slice(prefix.length).split('-')[0]))) continue
    rmSync(folder, { recursive: true, force: true })
  }
}
