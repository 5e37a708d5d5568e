import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, expect, inject, it, vi } from 'vitest'
import { after, type Clock, days, systemClock, utcDay } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '../harness.ts'
import { freePort, isReady, type ProductProcess, startProduct } from '../product-process.ts'
import { openReadinessProxy } from '../readiness-proxy.ts'
import { bookingBody } from '../visits.ts'
import { expectNoHalfState } from './crash-checks.ts'
import { makePatients, type Patient } from './crash-clients.ts'

// The tests start many processes, on machines that are busy with other tests.
vi.setConfig({ testTimeout: 240_000 })

let lab: TestApp<Clock>
let running: ProductProcess[] = []

beforeAll(async () => {
  lab = await openTestApp({ clock: systemClock })
})
afterEach(async () => {
  await Promise.all(running.map((server) => server.end('SIGKILL')))
  running = []
})
afterAll(() => lab.close())

/** Longer than a test may take: a process that ends earlier did not wait. */
const tooLong = '300'

async function start(drainSeconds: string, port?: number): Promise<ProductProcess> {
  const { host, port: databasePort } = inject('postgres')
  const settings = {
    DATABASE_URL: `postgresql://postgres@localhost/${lab.database}?host=${encodeURIComponent(host)}&port=${databasePort}`,
    DATA_DIR: lab.config.dataDir,
    DRAIN_SECONDS: drainSeconds,
  }
  const server = await startProduct({ port: port ?? (await freePort()), settings })
  running.push(server)
  return server
}

function get(url: string, agent: Agent): Promise<{ status: number; headers: IncomingHttpHeaders }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }))
    })
    asked.on('error', reject)
    asked.end()
  })
}

async function untilNotReady(server: ProductProcess): Promise<void> {
  while (await isReady(server.url)) await sleep(20)
}

it('a stopping process reports not ready first, and still answers every request', async () => {
  const server = await start(tooLong)
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  expect((await get(`${server.url}/api/laboratory`, kept)).headers.connection).toBe('keep-alive')
  const opened = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
  await once(opened, 'connect')

  server.signal('SIGTERM')
  await untilNotReady(server)
  const answer = await fetch(`${server.url}/readyz`)
  expect([answer.status, await answer.json()]).toEqual([
    503,
    { status: 'not ready', reason: 'the process is stopping' },
  ])
  // On a kept-alive connection, on new ones, and on one opened in advance.
  for (const agent of [kept, new Agent(), new Agent({ keepAlive: true })]) {
    const { status, headers } = await get(`${server.url}/api/laboratory`, agent)
    expect([status, headers.connection]).toEqual([200, 'close'])
  }
  opened.write('GET /healthz HTTP/1.1\r\nhost: lab.test\r\n\r\n')
  expect(String((await once(opened, 'data'))[0])).toMatch(/^HTTP\/1.1 200 OK[\s\S]*connection: close/i)

  // A second signal ends the wait. A signal right after the first counts as its echo.
  const again = setInterval(() => server.signal('SIGTERM'), 100)
  expect(await server.end('SIGTERM')).toBe(1)
  clearInterval(again)
})

it('Ctrl-C stops a process without waiting for proxies', async () => {
  const server = await start(tooLong)
  expect(await server.end('SIGINT')).toBe(0)
})

it('a process without open requests exits after DRAIN_SECONDS', async () => {
  const server = await start('0.5')
  const unused = connect({ host: '127.0.0.1', port: Number(new URL(server.url).port) })
  await once(unused, 'connect')
  expect(await server.end('SIGTERM')).toBe(0)
})

it('connections that wait to be accepted when the port closes are all served', async () => {
  const stopping = await openTestApp()
  const port = Number(new URL(await stopping.listen()).port)
  // The system completes a connection before it is accepted, which happens once in a turn of the event loop.
  const waiting = Array.from({ length: 50 }, () => connect({ host: '127.0.0.1', port }))
  const answers = waiting.map(firstAnswer)
  await Promise.all(waiting.map((connection) => once(connection, 'connect')))
  const closed = stopping.close()
  // A proxy on a busy machine connects, and has to wait before it can send its request.
  await sleep(100)
  for (const connection of waiting) connection.write('GET /healthz HTTP/1.1\r\nhost: lab.test\r\n\r\n')
  for (const answer of await Promise.all(answers)) {
    expect(answer).toMatch(/^HTTP\/1.1 200 OK[\s\S]*connection: close/i)
  }
  await closed
})

/** The first bytes on a connection, or why there are none. */
function firstAnswer(connection: Socket): Promise<string> {
  return new Promise((resolve) => {
    connection.once('data', (data) => resolve(String(data)))
    connection.once('error', (error) => resolve(error.message))
    connection.once('close', () => resolve('closed without an answer'))
  })
}

const written = () => ({ 'content-type': 'application/json', 'idempotency-key': randomUUID() })

/** Books and cancels in turn until it is stopped; returns the requests without an answer, or with one of the proxy only. */
function startWork(url: string, { token }: Patient) {
  const lost: string[] = []
  let answered = 0
  let going = true
  const ask = async (method: string, path: string, body?: object) => {
    const init = {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body && written()) },
      ...(body && { body: JSON.stringify(body) }),
    }
    const answer = await fetch(`${url}${path}`, init).catch((error: Error) => error)
    if (answer instanceof Error) lost.push(`${method} ${path}: ${answer.message}`)
    else if (answer.status >= 500) lost.push(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    else answered++
    return answer instanceof Error || answer.status >= 500 ? null : answer
  }
  const work = async () => {
    const scheduledDate = utcDay(after(systemClock.now(), days(3)))
    while (going) {
      const booked = await ask('POST', '/api/labtest/book', { ...bookingBody, scheduledDate })
      const visit = (await booked?.json()) as { appointment?: { id: string } } | undefined
      if (visit?.appointment) await ask('DELETE', `/api/labtest/appointment/${visit.appointment.id}/cancel`)
      await (await ask('GET', '/api/labtest/appointments'))?.arrayBuffer()
    }
  }
  const done = work()
  return {
    answered: () => answered,
    async stop(): Promise<string[]> {
      going = false
      await done
      return lost
    },
  }
}

it('a rolling restart of processes loses no request', async () => {
  const ports = [await freePort(), await freePort()]
  const servers = [await start('3', ports[0]), await start('3', ports[1])]
  const proxy = await openReadinessProxy(ports)
  const clients = (await makePatients(lab.pool, 4)).map((patient) => startWork(proxy.url, patient))
  const answered = () => clients.reduce((sum, client) => sum + client.answered(), 0)
  for (const turn of [0, 1]) {
    expect(await servers[turn]?.end('SIGTERM')).toBe(0)
    servers[turn] = await start('3', ports[turn])
    for (const before = answered(); answered() < before + 10; ) await sleep(20)
  }
  expect((await Promise.all(clients.map((client) => client.stop()))).flat()).toEqual([])
  await proxy.close()
  await expectNoHalfState(lab.pool)
})
