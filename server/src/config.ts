import { isIP, isIPv6 } from 'node:net'
import { isAbsolute, join, resolve } from 'node:path'
import { z } from 'zod'
import { paymentServices } from '#contract/money-online.ts'
import { bucketOf, bucketShape, isBucketSet } from './config-bucket.ts'
import type { BucketSettings } from './platform/backup/bucket.ts'
import { type DemoSignIn, demoSignIns } from './platform/demo-sign-ins.ts'
import { serverUrls } from './platform/servers.ts'
import { StartupError } from './platform/startup-error.ts'

/** The settings, grouped, asserted and complete: no other file reads the environment. */
export type Config = {
  port: number
  host: string
  /** Absolute. Embedded database, outbox and keys live here. */
  dataDir: string
  /** Null: an embedded PostgreSQL is started in `dataDir`. */
  databaseUrl: string | null
  /** Connects as the role that owns and migrates the schema; null: `databaseUrl` has that role. */
  migrationDatabaseUrl: string | null
  /** A replica, for reads that may be some seconds old; null: none. */
  databaseReadUrl: string | null
  /** Master keys of encrypted fields. The first one encrypts, the others only decrypt. Empty: the key in `dataDir` is used, if there is one. */
  masterKeys: MasterKeyPlace[]
  publicUrl: string
  /** Addresses or ranges of proxies whose forwarded headers are believed; empty: none. */
  trustedProxies: string[]
  firstManager: { email: string; password: string } | null
  mail: { smtpUrl: string | null; from: string }
  /** Null: messages that would go by SMS are kept for the manager to read. `url` without a slash at the end. */
  sms: { preset: (typeof smsPresets)[number]; url: string; token: string; from: string } | null
  /**
   * The payment service; null: none. URLs without a slash at the end. `account`: the merchant account, for Hubtel only. A demonstration
   * without a payment service has a simulated one.
   */
  payments:
    | {
        service: (typeof paymentServices)[number]
        url: string
        statusUrl: string
        phoneUrl: string
        key: string
        account: string
      }
    | { service: 'simulated' }
    | null
  /** `toPrivate` also allows push services in private networks, for an own push service and for tests. */
  push: { toPrivate: boolean }
  /** Whether events may be sent to addresses in private networks, and by http on the loopback. */
  webhooksToPrivate: boolean
  /** The socket of ClamAV's clamd, which scans each uploaded file; null: files are not scanned. */
  virusScanner: { path: string } | { host: string; port: number } | null
  /** Whether browsers must use https for all subdomains of the public address, too. */
  hstsSubdomains: boolean
  oidc: { issuer: string; clientId: string; clientSecret: string } | null
  contact: { url: string; formId: string }
  /** Null: there is no `/metrics`. */
  metricsToken: string | null
  /** The collector of traces, by OTLP over HTTP, and the share of traces that are recorded, 0 to 1; null: nothing is traced. */
  traces: { url: string; share: number } | null
  /** The address that analysers connect to. */
  instrumentsHost: string
  /** The folder with a subfolder for each analyser that writes files; null: not set. */
  instrumentsFolder: string | null
  /** Paths of the certificate and key for analysers that connect with TLS; null: such connections are refused. */
  instrumentsTls: { cert: string; key: string } | null
  /** Path of the certificates that this server trusts when it connects to an analyser with TLS. */
  instrumentsCa: string | null
  /** A simulated laboratory; `speed` is the factor by which its day is faster than a real one. Null: a real laboratory. */
  demo: { speed: number; signIns: readonly DemoSignIn[] } | null
  /** Null: none are made. */
  backups: BackupSettings | null
  /** How long a process keeps serving after SIGTERM, so that proxies notice that it is no longer ready. */
  drainSeconds: number
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent'
}

/** A file, or a program that calls a key management service; `path` is absolute. */
export type MasterKeyPlace = { kind: 'file' | 'command'; path: string }

export type BackupSettings = {
  /** Absolute. */
  folder: string
  /** Path of the file with the operator's keys. */
  keyFile: string
  /** Path of the file with the master key, if it is in the data folder: it is saved with the backups. */
  masterKeyFile: string | null
  /** Any moment of the last so many days can be restored. */
  days: number
  /** Hour of the day, UTC, from which the day's backup is made. */
  hour: number
  /** Connects to a PostgreSQL of one's own as a role that may replicate; null: the embedded one. */
  databaseUrl: string | null
  /** Where everything in the folder is copied to; null: nowhere. */
  bucket: BucketSettings | null
}

const url = (protocols: RegExp, example: string) =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.test(new URL(text).protocol), `must be like ${example}`)

/** The URL of a database, which may name several servers. The product looks for the one that accepts changes. */
const databaseUrl = (example: string) =>
  z
    .string()
    .refine((text) => serverUrls(text).every(isDatabaseUrl), `must be like ${example}`)
    .refine(
      (text) => /[?&]target_session_attrs=(?!(read-write|primary)(&|$))/.exec(text) === null,
      'must have target_session_attrs=read-write, or none',
    )

const isDatabaseUrl = (text: string) => URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)

const command = 'command:'

const masterKeyPlaces = (text: string): MasterKeyPlace[] =>
  text.split(',').map((part) => {
    const place = part.trim()
    return place.startsWith(command)
      ? { kind: 'command', path: place.slice(command.length) }
      : { kind: 'file', path: place }
  })

const smsPresets = ['generic', 'hubtel', 'twilio'] as const
/** The addresses of the known providers. */
const smsUrls = { generic: null, hubtel: 'https://sms.hubtel.com', twilio: 'https://api.twilio.com' }

/** Each sampler is the same with `parentbased_`: whether a trace is recorded is never decided by the caller. */
const samplers = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const

const settings = z.object({
  PORT: z.coerce
    .number({ error: 'must be a port, 0 to 65535' })
    .refine((port) => Number.isInteger(port) && port >= 0 && port <= 65_535, 'must be a port, 0 to 65535')
    .default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  INSTRUMENTS_HOST: z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an address like 192.168.1.10')
    .default('127.0.0.1'),
  INSTRUMENTS_FOLDER: z.string().min(1).optional(),
  INSTRUMENTS_TLS_CERT: z.string().min(1).optional(),
  INSTRUMENTS_TLS_KEY: z.string().min(1).optional(),
  INSTRUMENTS_TLS_CA: z.string().min(1).optional(),
  DATA_DIR: z.string().min(1).default('./data'),
  DATABASE_URL: databaseUrl('postgresql://user:password@host/database').optional(),
  DATABASE_READ_URL: databaseUrl('postgresql://user:password@replica/database').optional(),
  MASTER_KEY: z
    .string()
    .transform(masterKeyPlaces)
    .refine((places) => places.every(({ path }) => path !== ''), 'must be a file, or command: and a program')
    .refine(
      (places) => places.filter(({ kind }) => kind === 'command').length < 2,
      'may name only one program',
    )
    .optional(),
  MIGRATION_DATABASE_URL: databaseUrl('postgresql://owner:password@host/database').optional(),
  PUBLIC_URL: url(/^https?:$/, 'https://lab.example.com').optional(),
  TRUSTED_PROXIES: z
    .string()
    .refine((list) => words(list).every(isNetwork), 'must be addresses or ranges like 10.0.0.1, 10.0.0.0/8')
    .optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').max(200).optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(128).optional(),
  SMTP_URL: url(/^smtps?:$/, 'smtp://user:password@host:587').optional(),
  MAIL_FROM: z.string().min(3).optional(),
  SMS_PRESET: z.enum(smsPresets, `must be one of ${smsPresets.join(', ')}`).optional(),
  SMS_URL: url(/^https?:$/, 'https://sms.example.com/send').optional(),
  SMS_TOKEN: z.string().min(8, 'must have at least 8 characters').max(500).optional(),
  SMS_FROM: z.string().min(1).max(20).optional(),
  PAYMENT_SERVICE: z.enum(paymentServices, `must be one of ${paymentServices.join(', ')}`).optional(),
  PAYMENT_KEY: z.string().min(8, 'must have at least 8 characters').max(500).optional(),
  PAYMENT_ACCOUNT: z
    .string()
    .regex(/^[\w-]{1,40}$/, 'must be letters and digits')
    .optional(),
  PAYMENT_URL: url(/^https?:$/, 'https://payments.example.com').optional(),
  PUSH_TO_PRIVATE: z.enum(['0', '1'], 'must be 1, or 0 for the internet alone').optional(),
  WEBHOOKS_TO_PRIVATE: z.enum(['0', '1'], 'must be 1, or 0 for the internet alone').optional(),
  CLAMD_SOCKET: z
    .string()
    .regex(/^(\/.{1,100}|[\w.-]+:\d{1,5})$/, 'must be like /run/clamav/clamd.ctl or 127.0.0.1:3310')
    .optional(),
  HSTS_SUBDOMAINS: z.enum(['0', '1'], 'must be 1, or 0 for this address alone').optional(),
  OIDC_ISSUER: url(/^https?:$/, 'https://accounts.example.com').optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  CONTACT_URL: url(/^https?:$/, 'https://forms.example.com/f').optional(),
  CONTACT_FORM_ID: z
    .string()
    .regex(/^[\w-]{1,100}$/, 'must be letters, digits, - and _')
    .optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEY: z.string().min(1).optional(),
  BACKUP_DAYS: z.coerce
    .number({ error: 'must be days, 1 to 3650' })
    .refine((days) => Number.isInteger(days) && days >= 1 && days <= 3650, 'must be days, 1 to 3650')
    .default(14),
  BACKUP_HOUR: z.coerce
    .number({ error: 'must be an hour, 0 to 23' })
    .refine((hour) => Number.isInteger(hour) && hour >= 0 && hour <= 23, 'must be an hour, 0 to 23')
    .default(1),
  ...bucketShape,
  BACKUP_DATABASE_URL: url(/^postgres(ql)?:$/, 'postgresql://backup:password@host/database').optional(),
  DEMO: z.enum(['0', '1'], 'must be 1, or 0 for none').optional(),
  DEMO_SPEED: z.coerce
    .number({ error: 'must be a number from 0.1 to 1000' })
    .min(0.1, 'must be at least 0.1')
    .max(1000, 'must be at most 1000')
    .optional(),
  DRAIN_SECONDS: z.coerce
    .number({ error: 'must be seconds, 0 to 300' })
    .min(0, 'must be seconds, 0 to 300')
    .max(300, 'must be seconds, 0 to 300')
    .optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: url(/^https?:$/, 'http://collector:4318').optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: url(/^https?:$/, 'http://collector:4318/v1/traces').optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.string().optional(),
  OTEL_SDK_DISABLED: z.string().optional(),
  OTEL_TRACES_EXPORTER: z.string().optional(),
  OTEL_TRACES_SAMPLER: z.enum(samplers, `must be one of ${samplers.join(', ')}`).optional(),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number({ error: 'must be a number from 0 to 1' })
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1')
    .default(1),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})

const words = (list: string) => list.split(/[\s,]+/).filter((part) => part !== '')

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const most = isIPv6(address) ? 128 : 32
  const goodBits = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= most)
  return isIP(address) !== 0 && goodBits && rest.length === 0
}

/** An unknown variable with one of these prefixes is a misspelt setting. */
const ours =
  /^(ADMIN_|INSTRUMENTS_|SMTP_|SMS_|PAYMENT_|PUSH_|WEBHOOKS_|CLAMD_|HSTS_|MAIL_|OIDC_|CONTACT_|DATA_DIR|DATABASE_(READ_)?URL|MIGRATION_DATABASE|PUBLIC_URL|TRUSTED_PROX|METRICS_|DEMO_|DRAIN_|BACKUP_|MASTER_)/
const together = [
  ['ADMIN_EMAIL', 'ADMIN_PASSWORD'],
  ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'],
  ['CONTACT_URL', 'CONTACT_FORM_ID'],
  ['BACKUP_DIR', 'BACKUP_KEY'],
] as const

/** Throws a StartupError whose one line names the setting. Empty values count as not set. */
export function readConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  )
  const unknown = Object.keys(given).find((name) => ours.test(name) && !(name in settings.shape))
  if (unknown) throw new StartupError(`Setting ${unknown} is not known. The README lists the settings.`)
  const parsed = settings.safeParse(given)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new StartupError(`Setting ${String(issue?.path[0])}: ${issue?.message}.`)
  }
  const set = parsed.data
  for (const group of together) {
    const missing = group.find((name) => set[name] === undefined)
    if (missing && group.some((name) => set[name] !== undefined)) {
      throw new StartupError(`Setting ${missing} is missing: ${group.join(', ')} go together.`)
    }
  }
  if (set.MIGRATION_DATABASE_URL && !set.DATABASE_URL) {
    throw new StartupError(
      'Setting DATABASE_URL is missing: MIGRATION_DATABASE_URL is for the same database, as its owner.',
    )
  }
  if (set.DATABASE_READ_URL && !set.DATABASE_URL) {
    throw new StartupError(
      'Setting DATABASE_URL is missing: DATABASE_READ_URL is a replica of this database.',
    )
  }
  const publicUrl = (set.PUBLIC_URL ?? `http://localhost:${set.PORT}`).replace(/\/+$/, '')
  return {
    port: set.PORT,
    host: set.HOST,
    dataDir: dataDirOf(set),
    databaseUrl: set.DATABASE_URL ?? null,
    databaseReadUrl: set.DATABASE_READ_URL ?? null,
    migrationDatabaseUrl: set.MIGRATION_DATABASE_URL ?? null,
    masterKeys: (set.MASTER_KEY ?? []).map(({ kind, path }) => ({ kind, path: resolve(path) })),
    publicUrl,
    trustedProxies: words(set.TRUSTED_PROXIES ?? ''),
    firstManager:
      set.ADMIN_EMAIL && set.ADMIN_PASSWORD ? { email: set.ADMIN_EMAIL, password: set.ADMIN_PASSWORD } : null,
    mail: { smtpUrl: set.SMTP_URL ?? null, from: set.MAIL_FROM ?? 'Phial Laboratory <no-reply@localhost>' },
    sms: smsOf(set),
    payments: paymentsOf(set),
    push: { toPrivate: set.PUSH_TO_PRIVATE === '1' },
    webhooksToPrivate: set.WEBHOOKS_TO_PRIVATE === '1',
    virusScanner: scannerOf(set.CLAMD_SOCKET),
    hstsSubdomains: set.HSTS_SUBDOMAINS === '1',
    oidc:
      set.OIDC_ISSUER && set.OIDC_CLIENT_ID && set.OIDC_CLIENT_SECRET
        ? { issuer: set.OIDC_ISSUER, clientId: set.OIDC_CLIENT_ID, clientSecret: set.OIDC_CLIENT_SECRET }
        : null,
    contact:
      set.CONTACT_URL && set.CONTACT_FORM_ID
        ? { url: set.CONTACT_URL.replace(/\/+$/, ''), formId: set.CONTACT_FORM_ID }
        : { url: '/api/contact', formId: 'laboratory' },
    metricsToken: set.METRICS_TOKEN ?? null,
    traces: tracesOf(set),
    instrumentsHost: set.INSTRUMENTS_HOST,
    instrumentsFolder: set.INSTRUMENTS_FOLDER ?? null,
    instrumentsTls:
      set.INSTRUMENTS_TLS_CERT && set.INSTRUMENTS_TLS_KEY
        ? { cert: set.INSTRUMENTS_TLS_CERT, key: set.INSTRUMENTS_TLS_KEY }
        : null,
    instrumentsCa: set.INSTRUMENTS_TLS_CA ?? null,
    backups: backupsOf(set),
    demo: set.DEMO === '1' ? { speed: set.DEMO_SPEED ?? 1, signIns: demoSignIns } : null,
    // No other process can use the embedded database and take over.
    drainSeconds: set.DRAIN_SECONDS ?? (set.DATABASE_URL ? 3 : 0),
    logLevel: set.LOG_LEVEL,
  }
}

const dataDirOf = ({ DATA_DIR: folder }: z.output<typeof settings>) =>
  isAbsolute(folder) ? folder : resolve(folder)

/** Where a laboratory with an embedded database keeps its master key, if the settings name none. */
export const ownMasterKey = (dataDir: string): string => join(dataDir, 'master-key.txt')

function tracesOf(set: z.output<typeof settings>): Config['traces'] {
  const base = set.OTEL_EXPORTER_OTLP_ENDPOINT?.replace(/\/+$/, '')
  const url = set.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? (base && `${base}/v1/traces`)
  const sampler = set.OTEL_TRACES_SAMPLER ?? 'always_on'
  const isOff = set.OTEL_SDK_DISABLED?.toLowerCase() === 'true' || set.OTEL_TRACES_EXPORTER === 'none'
  if (url === undefined || isOff || sampler.endsWith('always_off')) return null
  // Collectors that take OTLP over HTTP take protobuf and JSON, so that JSON is sent for both.
  if (set.OTEL_EXPORTER_OTLP_PROTOCOL === 'grpc') {
    throw new StartupError(
      'Setting OTEL_EXPORTER_OTLP_PROTOCOL: must be http/json, since gRPC is not spoken.',
    )
  }
  return { url, share: sampler.endsWith('traceidratio') ? set.OTEL_TRACES_SAMPLER_ARG : 1 }
}

function scannerOf(socket: string | undefined): Config['virusScanner'] {
  if (socket === undefined) return null
  if (socket.startsWith('/')) return { path: socket }
  const [host = '', port] = socket.split(':')
  return { host, port: Number(port) }
}

function backupsOf(set: z.output<typeof settings>): BackupSettings | null {
  const { BACKUP_DIR: folder, BACKUP_KEY: keyFile, BACKUP_DATABASE_URL: databaseUrl = null } = set
  if (folder === undefined || keyFile === undefined) {
    if (!isBucketSet(set)) return null
    // Contents must not leave the machine unless they are encrypted with a key of the operator.
    throw new StartupError(
      'Setting BACKUP_KEY is missing: copies in a bucket are made from BACKUP_DIR, and encrypted with BACKUP_KEY.',
    )
  }
  if (set.DATABASE_URL && databaseUrl === null) {
    throw new StartupError(
      'Setting BACKUP_DATABASE_URL is missing: backups of a PostgreSQL of your own need a role that may replicate. See docs/guide/backups.md.',
    )
  }
  if (!set.DATABASE_URL && databaseUrl !== null) {
    throw new StartupError('Setting DATABASE_URL is missing: BACKUP_DATABASE_URL is for the same database.')
  }
  return {
    folder: resolve(folder),
    keyFile: resolve(keyFile),
    masterKeyFile: set.MASTER_KEY || set.DATABASE_URL ? null : ownMasterKey(dataDirOf(set)),
    days: set.BACKUP_DAYS,
    hour: set.BACKUP_HOUR,
    databaseUrl,
    bucket: bucketOf(set),
  }
}

/** The addresses of the services; `PAYMENT_URL` is another address for all calls. */
const paymentUrls = {
  paystack: {
    url: 'https://api.paystack.co',
    statusUrl: 'https://api.paystack.co',
    phoneUrl: 'https://api.paystack.co',
  },
  hubtel: {
    url: 'https://payproxyapi.hubtel.com',
    statusUrl: 'https://api-txnstatus.hubtel.com',
    phoneUrl: 'https://rmp.hubtel.com',
  },
} as const

function paymentsOf(set: z.output<typeof settings>): Config['payments'] {
  const { PAYMENT_SERVICE: service, PAYMENT_KEY: key, PAYMENT_ACCOUNT: account = '' } = set
  if (!service && !key && !account && !set.PAYMENT_URL)
    return set.DEMO === '1' ? { service: 'simulated' } : null
  if (!service) throw new StartupError('Setting PAYMENT_SERVICE is missing: the payment service.')
  if (!key) throw new StartupError('Setting PAYMENT_KEY is missing: the payment service asks for it.')
  if (service === 'hubtel' && !/^[^:]+:[^:]+$/.test(key)) {
    throw new StartupError('Setting PAYMENT_KEY: must be like id:secret for hubtel.')
  }
  if (service === 'hubtel' && !account) {
    throw new StartupError('Setting PAYMENT_ACCOUNT is missing: the merchant account at hubtel.')
  }
  const own = set.PAYMENT_URL?.replace(/\/+$/, '')
  const urls = own === undefined ? paymentUrls[service] : { url: own, statusUrl: own, phoneUrl: own }
  return { service, key, account, ...urls }
}

function smsOf(set: z.output<typeof settings>): Config['sms'] {
  if (!set.SMS_TOKEN && !set.SMS_URL && !set.SMS_PRESET) return null
  const preset = set.SMS_PRESET ?? 'generic'
  const address = set.SMS_URL ?? smsUrls[preset]
  if (!set.SMS_TOKEN) throw new StartupError('Setting SMS_TOKEN is missing: an SMS gateway asks for it.')
  if (address === null) throw new StartupError('Setting SMS_URL is missing: the address of the SMS gateway.')
  if (preset !== 'generic' && !/^[^:]+:[^:]+$/.test(set.SMS_TOKEN)) {
    throw new StartupError(`Setting SMS_TOKEN: must be like id:secret for ${preset}.`)
  }
  return { preset, url: address.replace(/\/+$/, ''), token: set.SMS_TOKEN, from: set.SMS_FROM ?? 'Phial' }
}
