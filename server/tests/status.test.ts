import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PartState, StatusPart } from '#contract/status.ts'
import { readConfig } from '#server/config.ts'
import { readCertificates } from '#server/modules/operations/certificates.ts'
import { watchParts } from '#server/modules/operations/index.ts'
import { readOutsideOffset } from '#server/modules/operations/read-machine.ts'
import { reportMachine, serverName } from '#server/modules/operations/watch-machine.ts'
import { after as later, minutes, systemClock } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'

let lab: TestApp
let manager: Person

beforeAll(async () => {
  lab = await openTestApp()
  manager = await lab.makeStaff('admin', { email: 'manager@lab.test' })
})
afterAll(() => lab.close())
beforeEach(async () => {
  await lab.pool.query('delete from server_report')
  lab.clock.advance(minutes(1))
})

const watch = () => watchParts(lab.context, [])

async function partOf(name: StatusPart): Promise<PartState | undefined> {
  const { parts } = (await lab.call('GET', '/api/status', { by: manager })).json()
  return parts.find(({ part }: PartState) => part === name)
}

/** A server that said this of itself just now. */
const report = (server: string, said: { free?: number; ahead?: number; ago?: string } = {}) =>
  lab.pool.query(
    `insert into server_report (server, reported_at, disk_free, disk_total, clock_ahead, late, pool_wait)
     values ($1, now() - $4::interval, $2, 1000, $3, 0, 0)
     on conflict (server) do update set disk_free = excluded.disk_free, clock_ahead = excluded.clock_ahead,
       reported_at = excluded.reported_at`,
    [server, said.free ?? 500, said.ahead ?? 0, said.ago ?? '0 s'],
  )

const subjects = async () => (await lab.mailsTo('manager@lab.test')).map(({ subject }) => subject)

describe('the state of the server', () => {
  it('only managers may read it', async () => {
    const technician = await lab.makeStaff('technician')
    expect((await lab.call('GET', '/api/status', { by: technician })).statusCode).toBe(403)
    expect((await lab.call('GET', '/api/status')).statusCode).toBe(401)
  })

  it('a server reports its disk, clock and delay', async () => {
    await reportMachine(lab.context, { late: 0.02, outside: 0 })
    const { rows } = await lab.pool.query(
      'select server, disk_free > 0 as free, clock_ahead, late from server_report',
    )
    expect(rows).toEqual([{ server: serverName(lab.config), free: true, clock_ahead: 0, late: 0.02 }])
    expect(await partOf('disk')).toMatchObject({ state: 'fine', troubles: [] })
    expect(await partOf('servers')).toMatchObject({ state: 'fine', figures: { count: 1 } })
    expect(await partOf('sms')).toMatchObject({ state: 'unused' })
  })

  it('a disk with less than a tenth left is told by e-mail once, however many watch, and once more when it is over', async () => {
    await report('one:3000', { free: 90 })
    await Promise.all([watch(), watch(), watch()])
    const beganAt = lab.clock.now().toISOString()
    expect(await partOf('disk')).toEqual({
      part: 'disk',
      state: 'trouble',
      since: beganAt,
      troubles: [{ code: 'disk_low', about: 'one:3000', value: 0.09, since: beganAt }],
      figures: { free: 0.09 },
    })
    lab.clock.advance(minutes(10))
    await report('one:3000', { free: 110 })
    await watch()
    expect(await partOf('disk')).toMatchObject({ state: 'trouble', since: beganAt })
    expect(await subjects()).toEqual(['The disk of the server one:3000 is nearly full (9 % free)'])
    await report('one:3000', { free: 130 })
    await Promise.all([watch(), watch()])
    const endedAt = lab.clock.now().toISOString()
    expect(await partOf('disk')).toMatchObject({ state: 'fine', since: endedAt, troubles: [] })
    expect(await subjects()).toEqual([
      'The disk of the server one:3000 is nearly full (9 % free)',
      'Over: The disk of the server one:3000 is nearly full',
    ])
    const { text } = await lab.lastMailTo('manager@lab.test')
    expect(text).toContain('http://lab.test/manager-dashboard/status')
    await report('one:3000', { free: 110 })
    expect(await partOf('disk')).toMatchObject({ state: 'fine' })
  })

  it('a clock that is off by more than a second is told by e-mail', async () => {
    await report('one:3000', { ahead: 0.9 })
    await watch()
    expect(await partOf('clock')).toMatchObject({ state: 'fine' })
    await report('one:3000', { ahead: -2 })
    await watch()
    expect(await partOf('clock')).toMatchObject({
      state: 'trouble',
      troubles: [{ code: 'clock_off', value: -2 }],
    })
    expect((await subjects()).at(-1)).toBe('The clock of the server one:3000 is wrong (2 s)')
    const notices = await lab.call('GET', '/api/notifications', { by: manager })
    expect(notices.body).toContain('The clock of the server one:3000 is wrong (2 s)')
  })

  it('the troubles of a server that no longer reports go on until it reports again', async () => {
    await report('two:3000', { free: 50 })
    await watch()
    await report('two:3000', { free: 50, ago: '4 minutes' })
    await watch()
    expect(await partOf('servers')).toMatchObject({
      state: 'trouble',
      troubles: [{ code: 'server_silent', about: 'two:3000' }],
    })
    const before = await subjects()
    expect(before).not.toContain('Over: The disk of the server two:3000 is nearly full')
    await report('two:3000', { ago: '25 hours' })
    await watch()
    expect(await partOf('servers')).toMatchObject({ state: 'fine' })
    expect(await subjects()).toContain('Over: The disk of the server two:3000 is nearly full')
  })

  it('tells jobs, messages, certificates and the audit trail', async () => {
    const at = lab.clock.now()
    await lab.pool.query(
      `insert into job_run (name, every_seconds, added_at, failed_at, failure) values
         ('roll-up', 60, $1::timestamptz - interval '1 day', null, null), ('chain-audit', 60, $1, $1, 'Error')`,
      [at],
    )
    await lab.pool.query(
      `insert into outbox (id, kind, recipient, payload, channel, state, created_at, due_at, spread_at)
       values (gen_random_uuid(), 'password_changed', '+233', '{"fullName": "A"}', 'sms', 'planned', $1, $1, $1)`,
      [later(at, -minutes(6))],
    )
    await lab.pool.query(
      `insert into audit_check (checked_at, blocks, break) values ($1, 2, 'Block 3 is not what was chained')
       on conflict (only_one) do update set break = excluded.break`,
      [at],
    )
    const soon = { name: 'public', validUntil: later(at, 3 * 86_400_000) } as const
    await watchParts(lab.context, [soon])
    lab.clock.advance(minutes(1))
    const { parts } = (await lab.call('GET', '/api/status', { by: manager })).json()
    const codes = parts.flatMap(({ part, troubles }: PartState) =>
      troubles.map(({ code, about }) => `${part} ${code} ${about}`.trim()),
    )
    expect(codes).toEqual([
      'jobs job_failing chain-audit',
      'jobs job_late roll-up',
      'sms messages_overdue sms',
      'audit audit_broken',
    ])
    const all = await subjects()
    expect(all).toContain('A check found a break in the audit trail')
    expect(all).toContain('The certificate of the public address expires soon (3 days)')
  })

  it('a certificate that cannot be read for a while is as it was read last, so that its trouble goes on', async () => {
    const config = readConfig({ PUBLIC_URL: 'https://127.0.0.1:1' })
    const known = [{ name: 'public', validUntil: later(lab.clock.now(), minutes(60)) }] as const
    expect(await readCertificates(config, known)).toEqual(known)
    expect(await readCertificates(config)).toEqual([])
  })

  it('a clock is compared with the time that a service outside tells', async () => {
    let told = systemClock.now()
    const service = createServer((_request, response) => {
      response.sendDate = false
      response.writeHead(404, { date: told.toUTCString() }).end()
    })
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const config = readConfig({ SMS_URL: url, SMS_TOKEN: 'a token of the gateway' })
    expect(await readOutsideOffset(config)).toBe(0)
    told = later(systemClock.now(), -10_000)
    expect(await readOutsideOffset(config)).toBeGreaterThan(8)
    told = later(systemClock.now(), 10_000)
    expect(await readOutsideOffset(config)).toBeLessThan(-7)
    await new Promise((resolve) => service.close(resolve))
    expect(await readOutsideOffset(config)).toBe(0)
  })
})
