import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { openTestApp, type Person, type TestApp } from '../harness.ts'
import { addMessageVisits, putMessages } from '../message-rows.ts'
import { freePort, type ProductProcess, startProduct } from '../product-process.ts'
import { type Gateway, type GatewayManner, openGateway } from '../sms-gateway.ts'

/** The messages of a day of a laboratory with a thousand visits a day. */
const messages = 2_000
/** Requests to the gateway after which one of the two servers is killed; after twice as many, the other. */
const killEvery = 200

let lab: TestApp<typeof systemClock>
let gateway: Gateway
let ama: Person
let dataDir: string
const servers: ProductProcess[] = []

beforeAll(async () => {
  gateway = await openGateway()
  lab = await openTestApp({ clock: systemClock })
  ama = await lab.signUpPatient({ fullName: 'Ama', email: 'ama@example.com', phone: '+233241234567' })
  dataDir = mkdtempSync(join(tmpdir(), 'phial-storm-'))
})
afterAll(async () => {
  await Promise.all(servers.map((server) => server.end('SIGKILL')))
  await lab.close()
  await gateway.close()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A deterministic random sequence. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

async function start(): Promise<ProductProcess> {
  const { host, port, user } = inject('postgres')
  const server = await startProduct({
    port: await freePort(),
    settings: {
      DATA_DIR: dataDir,
      DATABASE_URL: `postgresql://${user}@localhost:${port}/${lab.database}?host=${encodeURIComponent(host)}`,
      SMTP_URL: lab.inbox.url,
      SMS_URL: gateway.url,
      SMS_TOKEN: 'a-long-secret',
      LOG_LEVEL: 'fatal',
    },
  })
  servers.push(server)
  return server
}

const open = async (): Promise<number> =>
  (
    await lab.pool.query(
      `select count(*)::int as count from outbox where spread_at is null or state in ('planned', 'sending')`,
    )
  ).rows[0].count

const wake = () =>
  lab.pool.query(`select graphile_worker.add_job('deliver-outbox', job_key := 'deliver-outbox')`)

test('thousands of messages through a failing gateway and killed processes are each delivered exactly once', async () => {
  const random = seeded(7)
  const manners: GatewayManner[] = ['drop', 'busy', 'mute', 'mute']
  gateway.manner = () => (random() < 0.05 ? (manners[Math.floor(random() * 4)] ?? 'accept') : 'accept')
  await lab.pool.query(`update account set notification_method = 'email' where id = $1`, [ama.accountId])
  const visits = await addMessageVisits(lab.pool, ama)
  await putMessages(lab.pool, visits, { email: ama.email, count: messages, ways: ['sms', 'email'] })

  const both = await Promise.all([start(), start()])
  for (const [before, server] of both.entries()) {
    // The job of a killed server stays locked for a while, so a new job wakes the other server.
    for (const most = (before + 1) * killEvery; gateway.asked.length < most; await sleep(20)) await wake()
    await server.end('SIGKILL')
    expect(await open()).toBeGreaterThan(0)
  }
  await start()
  // The clock is moved past the leases of killed servers and the delays of retries.
  for (const patience = performance.now() + 600_000; (await open()) > 0 && performance.now() < patience; ) {
    await lab.pool.query(
      `update outbox set due_at = now() where due_at > now() and (state = 'planned'
         or (state = 'sending' and due_at < now() + interval '170 s'))`,
    )
    // Any job wakes a server; posting a message adds one.
    await lab.call('POST', '/api/contact/laboratory', {
      body: { name: 'A', email: 'a@example.com', message: 'wake' },
    })
    await wake()
    await sleep(500)
  }

  const { rows } = await lab.pool.query(
    `select channel, state, count(*)::int as count from outbox where kind = 'visit_changed' group by 1, 2 order by 1, 2`,
  )
  expect(rows).toEqual([
    { channel: 'email', state: 'sent', count: messages / 2 },
    { channel: 'email', state: 'skipped', count: messages / 2 },
    { channel: 'sms', state: 'sent', count: messages / 2 },
  ])
  // On phones each message arrives once, although the gateway got more requests.
  expect(gateway.sent.size).toBe(messages / 2)
  expect(gateway.asked.length).toBeGreaterThan(messages / 2)
  // In mailboxes each arrives at least once; a repeat after a kill has the same Message-ID.
  const ids = lab.inbox.mails.filter(({ to }) => to.includes(ama.email)).map(({ messageId }) => messageId)
  expect(new Set(ids).size).toBe(messages / 2)
  // Each notice exists once.
  const notices = await lab.pool.query('select count(*)::int as count from notice where account_id = $1', [
    ama.accountId,
  ])
  expect(notices.rows[0].count).toBe(messages)
}, 900_000)
