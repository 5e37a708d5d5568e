import { setTimeout as sleep } from 'node:timers/promises'
import { addMessageVisits, putMessages, type Way } from '../server/tests/message-rows.ts'
import { openGateway } from '../server/tests/sms-gateway.ts'
import { openInbox } from '../server/tests/smtp-inbox.ts'
import { type Spread, spreadOf } from './figures.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import { makePatients, patientId } from './patients.ts'
import { whileCounting } from './processes.ts'

const email = 'somebody@example.com'

export type MessageFigures = {
  /** From the first to the last message; processor time per message in microseconds. */
  rates: { way: Way; messages: number; perSecond: number; server: number; database: number }[]
  /** From the commit to the note that it was sent, milliseconds. */
  delays: { way: Way; pace: string; times: Spread }[]
}

/** One server process between the outbox and a gateway and mail server that take everything at once. */
export async function measureMessages({
  heap,
  lone,
  seconds,
}: {
  heap: number
  /** Messages that come with nothing before them. */
  lone: number
  /** For how long a thousand a minute come. */
  seconds: number
}): Promise<MessageFigures> {
  const gateway = await openGateway()
  const inbox = await openInbox()
  const laboratory = await openLaboratory({
    SMS_URL: gateway.url,
    SMS_TOKEN: 'a-long-secret',
    SMTP_URL: inbox.url,
  })
  try {
    const { pool } = laboratory
    await makePatients(pool, 1)
    const visits = await addMessageVisits(pool, { accountId: patientId(1), email })
    const put = async (way: Way, count: number) => {
      await putMessages(pool, visits, { email, count, ways: [way] })
      await wake(laboratory)
    }
    const rates: MessageFigures['rates'] = []
    const delays: MessageFigures['delays'] = []
    await put('sms', 20)
    await put('email', 20)
    await allSent(laboratory)
    for (const way of ['sms', 'email'] as const) {
      const who = { server: laboratory.server.pid, cluster: laboratory.cluster, generator: process.pid }
      const { result: perSecond, ...seconds } = await whileCounting(who, async () => {
        const from = performance.now()
        await put(way, heap)
        await allSent(laboratory)
        return (heap / (performance.now() - from)) * 1_000
      })
      const each = (total: number) => (total / heap) * 1e6
      rates.push({
        way,
        messages: heap,
        perSecond,
        server: each(seconds.server),
        database: each(seconds.database),
      })
    }
    for (const way of ['sms', 'email'] as const) {
      let before = await lastId(laboratory)
      for (let n = 0; n < lone; n++) {
        await put(way, 1)
        await allSent(laboratory)
        await sleep(500)
      }
      delays.push({ way, pace: 'one, nothing before it', times: await delaysAfter(laboratory, way, before) })
      before = await lastId(laboratory)
      const beginning = performance.now()
      for (let n = 0; n < (seconds * 1_000) / 60; n++) {
        await sleep(Math.max(0, beginning + n * 60 - performance.now()))
        await put(way, 1)
      }
      await allSent(laboratory)
      delays.push({ way, pace: '1,000 a minute', times: await delaysAfter(laboratory, way, before) })
    }
    return { rates, delays }
  } finally {
    await laboratory.close()
    await gateway.close()
    await inbox.close()
  }
}

/** As the server does after a commit. */
const wake = ({ pool }: Laboratory) =>
  pool.query(`select graphile_worker.add_job('deliver-outbox', job_key := 'deliver-outbox')`)

async function allSent({ pool }: Laboratory): Promise<void> {
  for (const patience = performance.now() + 600_000; performance.now() < patience; await sleep(20)) {
    const { rows } = await pool.query(
      `select exists (select from outbox where spread_at is null or state in ('planned', 'sending')) as open`,
    )
    if (!rows[0]?.open) return
  }
  throw new Error('Not all messages were sent')
}

async function lastId({ pool }: Laboratory): Promise<string> {
  return (await pool.query('select id from outbox order by id desc limit 1')).rows[0].id
}

async function delaysAfter({ pool }: Laboratory, way: Way, id: string): Promise<Spread> {
  const { rows } = await pool.query<{ ms: number }>(
    `select extract(epoch from sent_at - created_at)::float8 * 1000 as ms from outbox
     where id > $1 and channel = $2 and state = 'sent'`,
    [id, way],
  )
  return spreadOf(rows.map(({ ms }) => ms))
}
