import { once } from 'node:events'
import { createServer, get, type IncomingMessage } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { readConfig } from '#server/config.ts'
import { deliverOutbox } from '#server/modules/notifications/index.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import { startJobs } from '#server/platform/jobs.ts'
import { ask } from '#server/platform/payment-calls.ts'
import { postOutside } from '#server/platform/post-outside.ts'
import { startTraces } from '#server/platform/traces/otlp.ts'
import { tracedFetch } from '#server/platform/traces/outgoing.ts'
import { beginRequest, tracedApart, within } from '#server/platform/traces/traced.ts'
import { openTestApp, type Person, type TestApp } from './harness.ts'
import { openReceiver, type ReceivedSpan } from './otlp-receiver.ts'
import { bookingBody } from './visits.ts'
import { waitingForLocks } from './waiting-for-locks.ts'

let receiver: Awaited<ReturnType<typeof openReceiver>>
let traces: ReturnType<typeof startTraces>
let lab: TestApp
let ama: Person
const lines: string[] = []
/** As a browser makes them. */
const [traceId, otherTraceId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '0af7651916cd43dd8448eb211c80319c']
const leftTraceId = 'cccccccccccccccccccccccccccccccc'
const together = ['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa', 'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb']
const from = (trace: string) => ({ traceparent: `00-${trace}-00f067aa0ba902b7-01` })

beforeAll(async () => {
  receiver = await openReceiver()
  const { traces: settings } = readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: `${receiver.url}/` })
  if (!settings) throw new Error('The setting does not switch traces on')
  traces = startTraces(settings, (reason) => lines.push(`not sent: ${reason}`))
  lab = await openTestApp({ onLog: (line) => lines.push(line) })
  ama = await lab.signUpPatient({ fullName: 'Ama Mensah', phone: '+233241234567' })
  const headers = { ...ama.headers, 'content-type': 'application/json', ...from(traceId) }
  const url = await lab.listen()
  const booked = await fetch(`${url}/api/labtest/book`, {
    method: 'POST',
    headers,
    body: JSON.stringify(bookingBody),
  })
  expect(booked.status).toBe(201)
  expect(booked.headers.get('traceresponse')).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`))
  const { appointment } = (await booked.json()) as { appointment: { id: string } }
  await fetch(`${url}/api/labtest/appointment/${appointment.id}?name=Ama`, {
    headers: { ...ama.headers, ...from(otherTraceId) },
  })
  await fetch(`${url}/healthz`)
  await leaveBeforeAnswer(`${url}/api/labtest/appointment/${appointment.id}`)
  const { host, port, user } = lab.pool.options as { host: string; port: number; user: string }
  const jobs = await startJobs(
    { host, port, user, database: lab.database },
    [{ name: 'deliver-outbox', run: () => deliverOutbox(lab.context) }],
    lab.context.log,
    () => {},
  )
  jobs.wake('deliver-outbox')
  await vi.waitFor(() => expect(lab.inbox.mails.length).toBeGreaterThan(0), { timeout: 10_000 })
  await jobs.stop()
  await askTogether()
  await callOthers()
  // A process that stops sends what it still holds.
  await traces.stop()
})
afterAll(async () => {
  await lab.close()
  await receiver.close()
})

/** A call that its caller gives up while a statement of it waits. */
async function leaveBeforeAnswer(url: string): Promise<void> {
  const blocker = await lab.superuser.connect()
  await blocker.query('begin')
  await blocker.query('lock table visit in access exclusive mode')
  const connected = once(lab.app.server, 'connection') as Promise<[Socket]>
  const leaving = get(url, { agent: false, headers: { ...ama.headers, ...from(leftTraceId) } })
  leaving.on('error', () => {})
  const [socket] = await connected
  await vi.waitFor(async () => expect(await waitingForLocks(lab)).toBeGreaterThan(0))
  const left = once(socket, 'close')
  leaving.destroy()
  await left
  await blocker.query('rollback')
  blocker.release()
}

const asked: IncomingMessage[] = []

/** Calls of other systems, which refuse them or cannot be reached. Their addresses have secrets. */
async function callOthers(): Promise<void> {
  const other = createServer((request, response) => {
    asked.push(request)
    request.resume().on('end', () => response.writeHead(503).end('Ama Mensah'))
  })
  await once(other.listen(0, '127.0.0.1'), 'listening')
  const { port } = other.address() as AddressInfo
  const url = `http://127.0.0.1:${port}/secret-path/${ama.token}?name=Ama`
  await tracedApart('job of calls', {}, () => tracedFetch('sms', url, { method: 'POST', body: 'Ama' }))
  const webhook = {
    service: 'webhook',
    method: 'PUT',
    headers: {},
    toPrivate: true,
    patience: 5_000,
  } as const
  await postOutside(new URL(url), { ...webhook, body: Buffer.from('Ama') })
  other.close()
  other.closeAllConnections()
  await expect(ask(url, 'Bearer secret')).rejects.toThrow('did not answer')
}

/** Two calls whose question to the database is one statement. */
async function askTogether(): Promise<void> {
  const ask = gather({
    lanes: 1,
    run: (db: Db, numbers: readonly number[]) => rowsOf(db)`select n from unnest(${[...numbers]}::int[]) n`,
  })
  const calls = together.map((trace) => beginRequest('GET /api/together', {}, from(trace).traceparent))
  await Promise.all(calls.map((place, number) => within(place ?? undefined, () => ask(lab.db, number))))
  for (const call of calls) call?.span.end()
}

const childrenOf = (parent: ReceivedSpan | undefined) =>
  receiver.spans.filter(({ parentSpanId }) => parentSpanId === parent?.spanId)

it('a booking is a span of its call, with its statements, in the trace of the browser', () => {
  const inTrace = receiver.spans.filter((span) => span.traceId === traceId)
  const call = inTrace.find(({ name }) => name === 'POST /api/labtest/book')
  expect(call).toMatchObject({
    kind: 2,
    parentSpanId: '00f067aa0ba902b7',
    attributes: {
      'http.request.method': 'POST',
      'http.route': '/api/labtest/book',
      'http.response.status_code': 201,
    },
  })
  const placing = childrenOf(call).find(({ attributes }) => attributes['db.operation.name'] === 'INSERT')
  expect(placing).toMatchObject({ kind: 3, traceId })
  expect(placing?.attributes['phial.statement.hash']).toMatch(/^[0-9a-f]{12}$/)
  expect(childrenOf(call)).toHaveLength(inTrace.length - 1)
  expect(receiver.resource['service.name']).toBe('phial')
})

it('the span of a call whose caller left before the answer has no status', () => {
  const call = receiver.spans.find(({ traceId, kind }) => traceId === leftTraceId && kind === 2)
  expect(call?.attributes).toEqual({
    'http.request.method': 'GET',
    'http.route': '/api/labtest/appointment/:id',
    'phial.request.id': expect.any(String),
    'error.type': 'aborted',
  })
})

it('a statement for several calls is in the trace of the first, with a link to the other', () => {
  const statements = receiver.spans.filter(
    ({ name, traceId }) => name === 'SELECT' && together.includes(traceId),
  )
  expect(statements.map(({ traceId, links }) => [traceId, links?.map((link) => link.traceId)])).toEqual([
    [together[0], [together[1]]],
  ])
})

it('a job and each message that it sends are spans', () => {
  const job = receiver.spans.find(({ name }) => name === 'job deliver-outbox')
  expect(job?.parentSpanId ?? '').toBe('')
  const message = childrenOf(job).find(({ name }) => name === 'send email')
  expect(message?.attributes).toEqual({ 'phial.channel': 'email', 'phial.outcome': 'sent' })
  expect(childrenOf(message).find(({ name }) => name === 'SMTP mail')).toMatchObject({
    kind: 3,
    attributes: { 'phial.service': 'mail', 'server.address': '127.0.0.1' },
  })
})

it('calls of other systems are spans with method, host and status; a webhook is a trace of its own', () => {
  const named = (name: string) => receiver.spans.filter((span) => span.name === name)
  expect(named('POST sms')).toMatchObject([
    {
      kind: 3,
      attributes: {
        'http.request.method': 'POST',
        'http.response.status_code': 503,
        'error.type': '503',
        'phial.service': 'sms',
        'server.address': '127.0.0.1',
      },
    },
  ])
  expect(
    childrenOf(receiver.spans.find(({ name }) => name === 'job of calls')).map(({ name }) => name),
  ).toEqual(['POST sms'])
  const [webhook] = named('PUT webhook')
  expect([
    webhook?.kind,
    webhook?.parentSpanId ?? '',
    webhook?.attributes['http.response.status_code'],
  ]).toEqual([3, '', 503])
  const [refused] = named('GET payments')
  expect(refused?.attributes).toMatchObject({ 'phial.service': 'payments', 'error.type': 'TypeError' })
  // Nobody else learns the trace.
  expect(asked.map(({ headers }) => headers.traceparent)).toEqual([undefined, undefined])
})

it('nothing that is sent names a person, a test or an address', () => {
  expect(receiver.text).toContain('/api/labtest/appointment/:id')
  const { fullName, contact, email } = bookingBody.patientDetails
  const secrets = [
    fullName,
    'Ama',
    contact,
    '24 123',
    '233241234567',
    email,
    ama.email,
    ama.accountId,
    ama.token,
    ...bookingBody.testType,
    'Blood',
    'select',
    '?',
    '@',
    'secret',
  ]
  for (const secret of secrets) expect(receiver.text).not.toContain(secret)
  const keys = new Set(receiver.spans.flatMap(({ attributes }) => Object.keys(attributes)))
  expect([...keys].sort()).toEqual([
    'db.collection.name',
    'db.operation.name',
    'db.system.name',
    'error.type',
    'http.request.method',
    'http.response.status_code',
    'http.route',
    'phial.channel',
    'phial.job',
    'phial.outcome',
    'phial.request.id',
    'phial.service',
    'phial.statement.hash',
    'server.address',
  ])
  expect(receiver.spans.some(({ events = [] }) => events.length > 0)).toBe(false)
})

it('lines of the log with the id of a request name its trace', () => {
  const call = receiver.spans.find(({ name }) => name === 'POST /api/labtest/book')
  const answered = lines.find((line) => line.includes('"route":"/api/labtest/book"'))
  expect(JSON.parse(answered ?? '{}')).toMatchObject({
    reqId: call?.attributes['phial.request.id'],
    traceId,
  })
  expect(lines.filter((line) => line.startsWith('not sent'))).toEqual([])
})

it('refused spans are reported once, and do not keep a process from stopping', async () => {
  const said: string[] = []
  const refused = startTraces({ url: `${receiver.url}/nowhere`, share: 1 }, (reason) => said.push(reason))
  beginRequest('GET /api/refused', {})?.span.end()
  await refused.stop()
  expect(said).toEqual(['OTLPExporterError'])
})
