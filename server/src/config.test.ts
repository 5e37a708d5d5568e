import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { serverUrls } from './platform/servers.ts'

const bucket = {
  ...{ BACKUP_DIR: '/backups', BACKUP_KEY: '/key', BACKUP_S3_ENDPOINT: 'https://store.example' },
  ...{
    BACKUP_S3_BUCKET: 'backups',
    BACKUP_S3_KEY_ID: 'id-of-the-key',
    BACKUP_S3_SECRET: 'a long secret'.replaceAll(' ', '-'),
  },
}

describe('settings', () => {
  it('settings have defaults for a complete installation', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      databaseUrl: null,
      migrationDatabaseUrl: null,
      publicUrl: 'http://localhost:3000',
      trustedProxies: [],
      firstManager: null,
      oidc: null,
      contact: { url: '/api/contact', formId: 'laboratory' },
    })
  })

  it.each([
    [{ PORT: 'http' }, 'PORT: must be a port'],
    [{ PORT: '70000' }, 'PORT'],
    [{ DATABASE_URL: 'mysql://host/db' }, 'DATABASE_URL'],
    [{ DATABASE_URL: 'postgresql://one:5432,two:port/db' }, 'DATABASE_URL'],
    [{ DATABASE_READ_URL: 'postgresql://replica/db' }, 'DATABASE_URL is missing'],
    [{ DATABASE_URL: 'postgresql://one,two/db?target_session_attrs=any' }, 'target_session_attrs=read-write'],
    [{ MIGRATION_DATABASE_URL: 'postgresql://owner@host/db' }, 'DATABASE_URL is missing'],
    [{ PUBLIC_URL: 'lab.example.com' }, 'PUBLIC_URL'],
    [{ ADMIN_EMAIL: 'boss@lab.example' }, 'ADMIN_PASSWORD'],
    [{ ADMIN_EMAIL: 'boss', ADMIN_PASSWORD: 'long enough' }, 'ADMIN_EMAIL'],
    [{ OIDC_ISSUER: 'https://accounts.example' }, 'OIDC_CLIENT_ID'],
    [{ CONTACT_FORM_ID: 'abc' }, 'CONTACT_URL'],
    [{ SMTP_URI: 'smtp://mail' }, 'SMTP_URI'],
    [{ SMTP_URL: 'mail.example.com' }, 'SMTP_URL'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ TRUSTED_PROXIES: '10.0.0.1, the proxy' }, 'TRUSTED_PROXIES'],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
    [{ METRICS_TOKEN: 'short' }, 'METRICS_TOKEN'],
    [{ DRAIN_SECONDS: 'long' }, 'DRAIN_SECONDS: must be seconds'],
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS'],
    [{ MASTER_KEY: 'command:' }, 'MASTER_KEY: must be a file, or command: and a program'],
    [{ MASTER_KEY: 'command:/a,command:/b' }, 'MASTER_KEY: may name only one program'],
    [{ BACKUP_DIR: '/backups' }, 'BACKUP_KEY is missing'],
    [{ BACKUP_DAYS: '0.5' }, 'BACKUP_DAYS: must be days'],
    [{ BACKUP_HOUR: '24' }, 'BACKUP_HOUR: must be an hour'],
    [
      { BACKUP_DIR: '/backups', BACKUP_KEY: '/key', DATABASE_URL: 'postgresql://phial@db/phial' },
      'BACKUP_DATABASE_URL is missing',
    ],
    [
      { BACKUP_DATABASE_URL: 'postgresql://backup@db/phial', BACKUP_DIR: '/b', BACKUP_KEY: '/k' },
      'DATABASE_URL',
    ],
    [{ ...bucket, BACKUP_KEY: '', BACKUP_DIR: '' }, 'BACKUP_KEY is missing: copies in a bucket'],
    [{ ...bucket, BACKUP_S3_ENDPOINT: '' }, 'BACKUP_S3_ENDPOINT is missing'],
    [{ ...bucket, BACKUP_S3_ENDPOINT: 'https://store.example/bucket' }, 'BACKUP_S3_ENDPOINT: must be'],
    [{ ...bucket, BACKUP_S3_BUCKET: 'Our bucket' }, 'BACKUP_S3_BUCKET: must be'],
    [{ ...bucket, BACKUP_S3_PREFIX: '../other' }, 'BACKUP_S3_PREFIX: must be'],
    [{ ...bucket, BACKUP_S3_SECRET: '' }, 'BACKUP_S3_SECRET is missing'],
    [
      { ...bucket, BACKUP_S3_SECRET_FILE: '/secret' },
      'BACKUP_S3_SECRET_FILE: set either this or BACKUP_S3_SECRET, not both',
    ],
    [
      { ...bucket, BACKUP_S3_SECRET: '', BACKUP_S3_SECRET_FILE: '/none' },
      'BACKUP_S3_SECRET_FILE: /none cannot',
    ],
    [{ DRAIN_SECOND: '1' }, 'DRAIN_SECOND'],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' }, 'OTEL_EXPORTER_OTLP_ENDPOINT'],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4317', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL: must be http/json',
    ],
    [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
    [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  ])('an invalid setting stops the start with one line that names it: %j', (given, named) => {
    expect(() => readConfig(given)).toThrow(named)
    expect(() => readConfig(given)).toThrow(/^[^\n]+$/)
  })

  it('traces are off unless a collector is set', () => {
    const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector:4318'
    const tracesOf = (given: Record<string, string>) => readConfig(given).traces
    expect(tracesOf({ OTEL_SERVICE_NAME: 'phial', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' })).toBeNull()
    expect(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' })).toBeNull()
    expect(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'always_off' })).toBeNull()
    const url = 'http://collector:4318/v1/traces'
    expect(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT })).toEqual({ url, share: 1 })
    const sampler = {
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    }
    expect(tracesOf({ OTEL_EXPORTER_OTLP_ENDPOINT, ...sampler })).toEqual({ url, share: 0.1 })
  })

  it('settings ignore other environment variables, and treat empty values as not set', () => {
    expect(() => readConfig({ PATH: '/bin', MAILTO: 'root', CONTAINER: 'x', SMTP_URL: '' })).not.toThrow()
  })

  it('a database may have several servers', () => {
    const databaseUrl = 'postgresql://us:p@ss@one:5432,[::1],two:5433/phial?target_session_attrs=read-write'
    expect(readConfig({ DATABASE_URL: databaseUrl })).toMatchObject({ databaseUrl })
    expect(serverUrls(databaseUrl)).toEqual([
      'postgresql://us:p@ss@one:5432/phial?target_session_attrs=read-write',
      'postgresql://us:p@ss@[::1]/phial?target_session_attrs=read-write',
      'postgresql://us:p@ss@two:5433/phial?target_session_attrs=read-write',
    ])
  })

  it('a stopping process keeps serving by default only with DATABASE_URL', () => {
    const shared = { DATABASE_URL: 'postgresql://db/phial' }
    expect(readConfig({}).drainSeconds).toBe(0)
    expect(readConfig(shared).drainSeconds).toBe(3)
    expect(readConfig({ ...shared, DRAIN_SECONDS: '0' }).drainSeconds).toBe(0)
    expect(readConfig({ DRAIN_SECONDS: '12' }).drainSeconds).toBe(12)
  })

  it('the trailing slash of the public address is removed', () => {
    expect(readConfig({ PUBLIC_URL: 'https://lab.example.com/' }).publicUrl).toBe('https://lab.example.com')
  })
})
