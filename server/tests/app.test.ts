import { connect } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { after, minutes } from '#server/platform/clock.ts'
import { openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { migrate } from '#server/platform/migrate.ts'
import { post } from '#server/platform/outbox.ts'
import { roles } from '#server/platform/postgres/roles.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { bookingBody } from './visits.ts'

let lab: TestApp
const logged: string[] = []

beforeAll(async () => {
  lab = await openTestApp({ onLog: (line) => logged.push(line) })
})
afterAll(() => lab.close())

describe('the log', () => {
  it('a request has one log line, with the pattern of its address and without its content', async () => {
    const ama = await lab.signUpPatient()
    const { appointment } = (
      await lab.call('POST', '/api/labtest/book', { by: ama, body: bookingBody })
    ).json()
    logged.length = 0
    await lab.call('GET', `/api/labtest/appointment/${appointment.id}?name=Ama`, { by: ama })
    await lab.call('POST', '/api/auth/login', { body: { email: 'ama@example.com', password: 'wrong horse' } })
    const lines = logged.map((line) => JSON.parse(line))
    const answered = lines.filter((line) => line.msg === 'answered')
    expect(answered.map(({ method, route, status }) => [method, route, status])).toEqual([
      ['GET', '/api/labtest/appointment/:id', 200],
      ['POST', '/api/auth/login', 401],
    ])
    const all = logged.join('')
    for (const secret of [ama.token, appointment.id, 'Ama', 'ama@example.com', 'wrong horse'])
      expect(all).not.toContain(secret)
  })

  describe('denials in the log', () => {
    const denied = () => logged.map((line) => JSON.parse(line)).filter((line) => line.msg === 'denied')
    const patients = (by?: Person) => lab.call('GET', '/api/patients?search=Ama%20Mensah', { by })

    it('the log of a denial names the caller, the call and the missing permission', async () => {
      const tess = await lab.makeStaff('technician', { fullName: 'Tess Tema' })
      const ama = await lab.signUpPatient({ fullName: 'Ama Mensah' })
      logged.length = 0
      for (const by of [tess, ama, undefined]) await patients(by)
      await lab.call('GET', '/api/managers', { by: tess })
      const call = { method: 'GET', route: '/api/patients', times: 1 }
      expect(denied()).toMatchObject([
        {
          ...call,
          level: 40,
          status: 403,
          reason: 'not_allowed',
          account: tess.accountId,
          role: 'technician',
          permission: 'patients',
        },
        { ...call, level: 40, status: 403, reason: 'not_allowed', account: ama.accountId, role: 'user' },
        { ...call, level: 30, status: 401, reason: 'not_signed_in', network: '127.0.0.1' },
        { route: '/api/managers', account: tess.accountId },
      ])
      expect(denied().map((line) => 'account' in line && 'network' in line)).not.toContain(true)
      for (const secret of [tess.token, tess.email, ama.email, 'Tess', 'Ama'])
        expect(logged.join('')).not.toContain(secret)
    })

    it('the log of denials includes refusals of verbs and failed log-ins', async () => {
      const ama = await lab.signUpPatient()
      const kofi = await lab.signUpPatient()
      logged.length = 0
      const body = { ...bookingBody, accountId: kofi.accountId }
      expect((await lab.call('POST', '/api/labtest/book', { by: ama, body })).statusCode).toBe(403)
      await lab.call('POST', '/api/auth/login', { body: { email: ama.email, password: 'wrong horse' } })
      expect(denied()).toMatchObject([
        { route: '/api/labtest/book', account: ama.accountId, role: 'user', times: 1 },
        { route: '/api/auth/login', status: 401, reason: 'wrong_credentials', network: '127.0.0.1' },
      ])
    })

    it('repeated denials of one session are logged when their count is a power of two, and the count restarts after an hour', async () => {
      const [tess, rita] = [await lab.makeStaff('technician'), await lab.makeStaff('technician')]
      logged.length = 0
      for (let tries = 0; tries < 20; tries++) await patients(tess)
      await patients(rita)
      expect(denied().map(({ account, times }) => [account === tess.accountId, times])).toEqual([
        [true, 1],
        [true, 2],
        [true, 4],
        [true, 8],
        [true, 16],
        [false, 1],
      ])
      lab.clock.advance(61 * 60_000)
      logged.length = 0
      await lab.pool.query('update session set last_seen_at = $1', [lab.clock.now()])
      await patients(tess)
      expect(denied()).toMatchObject([{ account: tess.accountId, times: 1 }])
    })
  })

  it('the log masks secrets at any depth of an object', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    log.info(
      {
        password: 'p1',
        body: { token: 't1', otp: 'o1' },
        headers: { authorization: 'a1' },
        a: { b: { secret: 's1' } },
      },
      'x',
    )
    expect(lines.join('')).not.toMatch(/p1|t1|o1|a1|s1/)
    expect(lines.join('').match(/\[masked\]/g)).toHaveLength(5)
  })

  it('the log reports a failed statement without its values', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => lines.push(line) })
    const error = Object.assign(new Error('invalid input syntax for type integer: "Ama"'), {
      severity: 'ERROR',
      code: '22P02',
      detail: 'Key (email)=(ama@example.com) already exists.',
    })
    log.error({ err: error }, 'a request failed')
    expect(lines.join('')).toContain('22P02')
    expect(lines.join('')).not.toMatch(/Ama|ama@example/)
  })
})

describe('health', () => {
  it('the liveness check reports that the process is alive', async () => {
    const answer = await lab.call('GET', '/healthz')
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'alive' }])
  })

  it('the readiness check reports ready while the database answers and is migrated', async () => {
    expect((await lab.call('GET', '/readyz')).json()).toEqual({ status: 'ready' })
    await lab.superuser.query("update migration set name = name || '.gone' where name like '0001%'")
    const answer = await lab.call('GET', '/readyz')
    expect([answer.statusCode, answer.json()]).toEqual([
      503,
      { status: 'not ready', reason: 'not of this version' },
    ])
    await lab.superuser.query("update migration set name = replace(name, '.gone', '')")
  })

  it('metrics need the token, and are not served if no token is set', async () => {
    const measured = await openTestApp({
      sameDatabaseAs: lab,
      settings: { METRICS_TOKEN: 'a token of the installer' },
    })
    const ask = (authorization: string) => measured.call('GET', '/metrics', { headers: { authorization } })
    expect((await ask('Bearer a token of the installer')).body).toContain('process_cpu_seconds_total')
    expect((await ask('Bearer another')).statusCode).toBe(401)
    expect((await measured.call('GET', '/metrics')).statusCode).toBe(401)
    await measured.close()
    expect((await lab.call('GET', '/metrics')).body).not.toContain('process_cpu_seconds_total')
  })

  it('the metrics measure how long the oldest due message has been waiting', async () => {
    const measured = await openTestApp({ settings: { METRICS_TOKEN: 'a token of the installer' } })
    const overdue = async () => {
      const headers = { authorization: 'Bearer a token of the installer' }
      const { body } = await measured.call('GET', '/metrics', { headers })
      return body.split('\n').find((line) => line.startsWith('phial_outbox_overdue_seconds{channel="email"}'))
    }
    expect(await overdue()).toBe('phial_outbox_overdue_seconds{channel="email"} 0')
    const message = { kind: 'password_changed', to: 'ama@example.com', payload: { fullName: 'Ama' } } as const
    await post(measured.context, message)
    measured.clock.set(after(measured.clock.now(), minutes(2)))
    await post(measured.context, message)
    expect(await overdue()).toBe('phial_outbox_overdue_seconds{channel="email"} 120')
    await measured.mailsTo('ama@example.com')
    expect(await overdue()).toBe('phial_outbox_overdue_seconds{channel="email"} 0')
    await measured.superuser.query('alter table outbox rename to moved')
    expect(await overdue()).toBeUndefined()
    await measured.close()
  })
})

describe('every answer', () => {
  it('every answer carries the security headers', async () => {
    const { headers } = await lab.call('GET', '/healthz')
    expect(headers['content-security-policy']).toMatch(/script-src 'self';/)
    expect(headers['content-security-policy']).toMatch(/style-src 'self';style-src-attr 'unsafe-inline';/)
    expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none'/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('same-origin')
    expect(headers['permissions-policy']).toMatch(/camera=\(self\)/)
    expect(headers['permissions-policy']).toMatch(/microphone=\(\)/)
    expect(headers['permissions-policy']).toMatch(/publickey-credentials-get=\(self\)/)
    expect(headers['strict-transport-security']).toBeUndefined()
  })

  it('a request with two Host headers is refused', async () => {
    const { hostname, port } = new URL(await lab.listen())
    const answers = async (hosts: string[]) => {
      const socket = connect(Number(port), hostname)
      socket.end(
        `GET /healthz HTTP/1.1\r\n${hosts.map((host) => `${host}\r\n`).join('')}Connection: close\r\n\r\n`,
      )
      return (await socket.setEncoding('latin1').toArray()).join('').slice(0, 12)
    }
    expect(await answers(['Host: lab.test'])).toBe('HTTP/1.1 200')
    expect(await answers(['Host: lab.test', 'host: evil.test'])).toBe('HTTP/1.1 400')
  })

  it('HSTS is set if the public address uses https', async () => {
    const safe = await openTestApp({ settings: { PUBLIC_URL: 'https://lab.example.com' } })
    const { headers } = await safe.call('GET', '/healthz')
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
    const settings = { PUBLIC_URL: 'https://lab.test', HSTS_SUBDOMAINS: '1' }
    const whole = await openTestApp({ sameDatabaseAs: lab, settings })
    const more = await whole.call('GET', '/healthz')
    expect(more.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    await whole.close()
    await safe.close()
  })

  it('a forwarded address is trusted only from a configured proxy', async () => {
    const behindProxy = await openTestApp({ sameDatabaseAs: lab, settings: { TRUSTED_PROXIES: '10.0.0.1' } })
    const hold = (app: TestApp, from: string, minute: string) =>
      app.call('POST', '/api/book', {
        from,
        headers: { 'x-forwarded-for': '198.51.100.9' },
        body: {
          start: `2026-03-20T09:${minute}:00Z`,
          end: `2026-03-20T09:${minute === '45' ? '59' : '45'}:00Z`,
        },
      })
    await hold(behindProxy, '10.0.0.1', '00')
    await hold(behindProxy, '10.0.0.2', '00')
    const { rows } = await lab.pool.query<{ n: number }>('select count(*) as n from rate_limit')
    const before = rows[0]?.n ?? 0
    // The same two networks again: that named by the trusted proxy, and that of the caller. The forged header has no effect.
    await hold(behindProxy, '10.0.0.1', '15')
    await hold(behindProxy, '10.0.0.2', '15')
    await hold(lab, '10.0.0.2', '30')
    const after = await lab.pool.query<{ n: number }>('select count(*) as n from rate_limit')
    expect(after.rows[0]?.n).toBe(before)
    await behindProxy.close()
  })
})

describe('the OpenAPI document', () => {
  it('the OpenAPI 3.1 document has every call of the contract', async () => {
    const document = (await lab.call('GET', '/api/openapi.json')).json()
    expect(document.openapi).toBe('3.1.0')
    expect(Object.keys(document.paths)).toEqual(
      expect.arrayContaining([
        '/api/auth/login',
        '/api/Labtask/appointments-tasks',
        '/api/labtest/appointment/{id}/cancel',
        '/api/booked',
        '/api/book',
      ]),
    )
    const body = document.paths['/api/auth/login'].post.requestBody.content['application/json'].schema
    expect(Object.keys(body.properties)).toEqual(['email', 'password', 'secondFactor'])
  })

  it('the OpenAPI document is also served as an HTML page', async () => {
    const page = await lab.call('GET', '/api/docs')
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(page.body).toContain('/api/labtest/book')
  })

  it.each(['/api/docs', '/api/openapi.json'])(
    '%s is compressed once, and answered with 304 if unchanged',
    async (path) => {
      const ask = (headers: Record<string, string>) => lab.call('GET', path, { headers })
      const plain = await ask({})
      for (const [encoding, unpack] of [
        ['br', brotliDecompressSync],
        ['gzip', gunzipSync],
      ] as const) {
        const packed = await ask({ 'accept-encoding': encoding })
        expect(packed.headers).toMatchObject({
          'content-encoding': encoding,
          'cache-control': 'public, no-cache',
          vary: 'accept-encoding',
        })
        expect(unpack(packed.rawPayload).equals(plain.rawPayload)).toBe(true)
        const etag = String(packed.headers.etag)
        for (const known of [etag, `"another", W/${etag}`]) {
          const again = await ask({ 'accept-encoding': encoding, 'if-none-match': known })
          expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
        }
        expect((await ask({ 'if-none-match': etag })).statusCode).toBe(200)
      }
      expect((await ask({ 'accept-encoding': 'br;q=0, gzip;q=0' })).body).toBe(plain.body)
    },
  )
})

describe('the database', () => {
  it('a changed migration and a database of a newer version are refused', async () => {
    const set = (statement: string) => lab.superuser.query(statement)
    await set("update migration set checksum = 'x' || checksum where name like '0002%'")
    await expect(migrate(lab.superuser)).rejects.toThrow(
      'Migration 0002_identity.sql was changed after it ran',
    )
    await set("update migration set checksum = substr(checksum, 2) where name like '0002%'")
    await set("insert into migration values ('9999_future.sql', 'x')")
    await expect(migrate(lab.superuser)).rejects.toThrow('made by a newer version (it ran 9999_future.sql)')
    await set("delete from migration where name = '9999_future.sql'")
    expect(await migrate(lab.superuser)).toEqual([])
  })

  it('the outcome of a commit is unknown if the replicas did not confirm it', async () => {
    const { host, port } = inject('postgres')
    const connection = { host, port, user: roles.superuser, database: lab.database }
    const pool = openPool(connection, createLog('silent'), 1)
    const client = await pool.connect()
    await client.query('create table t (id int)')
    const {
      rows: [backend],
    } = await client.query('select pg_backend_pid() as pid')
    await client.query("set synchronous_commit = 'remote_apply'")
    const admin = new pg.Client(connection)
    await admin.connect()
    // A missing standby: commits of this server wait for it until they are cancelled.
    await admin.query("alter system set synchronous_standby_names = 'nobody'")
    await admin.query('select pg_reload_conf()')
    try {
      await expect
        .poll(
          async () => (await admin.query('show synchronous_standby_names')).rows[0].synchronous_standby_names,
        )
        .toBe('nobody')
      // The first commits may still be confirmed at once, since the checkpointer reads the setting a moment later.
      const writing = (async () => {
        while (true) await client.query('insert into t values ($1)', [1])
      })()
      const cancelling = expect
        .poll(
          async () => {
            const { rows } = await admin.query('select wait_event from pg_stat_activity where pid = $1', [
              backend.pid,
            ])
            return rows[0]?.wait_event
          },
          { timeout: 10_000 },
        )
        .toBe('SyncRep')
        .then(() => admin.query('select pg_cancel_backend($1)', [backend.pid]))
      await expect(writing).rejects.toThrow('may have been made or not')
      await cancelling
    } finally {
      await admin.query('alter system reset synchronous_standby_names')
      await admin.query('select pg_reload_conf()')
      await admin.end()
      client.release()
      await pool.end()
    }
  })
})
