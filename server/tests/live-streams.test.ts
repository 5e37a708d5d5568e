import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import Fastify from 'fastify'
import { describe, expect, inject, it } from 'vitest'
import { systemClock } from '#server/platform/clock.ts'
import { createStreams, type Stream } from '#server/platform/http/streams.ts'
import type { Live } from '#server/platform/live/listener.ts'
import { createLog } from '#server/platform/log.ts'
import { openTestApp } from './harness.ts'
import { follow } from './live-reader.ts'
import { freePort, startProduct } from './product-process.ts'
import { mainSite, queueOf } from './queue-day.ts'

/** A forecaster without forecasts. */
const silent: Live = {
  hear: () => () => {},
  ready: async () => {},
  isCurrent: () => false,
  caughtUp: async () => {},
  close: async () => {},
}

describe('a stalled reader of a stream', () => {
  it('a stalled reader is disconnected, while other readers receive everything', async () => {
    const app = Fastify()
    const streams = createStreams(app, {
      live: silent,
      log: createLog('silent'),
      stillSignedIn: async (sessions) =>
        sessions.map((sessionHash) => ({ sessionHash, permissions: [], sites: null })),
    })
    const open: Stream[] = []
    app.get('/stream', async (_request, reply) => {
      const stream = streams.open(reply, { actor: null, network: '10.0.0.1' })
      // The head of the answer is sent with the first message, and a heartbeat comes after twenty seconds.
      stream.send(':\n\n')
      open.push(stream)
    })
    await app.listen({ host: '127.0.0.1', port: 0 })
    const { port } = app.server.address() as AddressInfo
    const lazy = await deafSocket(port)
    const reader = await follow(`http://127.0.0.1:${port}`, '/stream')
    await expect.poll(() => open.length).toBe(2)
    let cut = false
    open[0]?.onClose(() => {
      cut = true
    })
    const message = (id: number) =>
      `id: ${id}\nevent: queue\ndata: {"events":[],"pad":"${'x'.repeat(32_768)}"}\n\n`
    let sent = 0
    // Far more than the kernel buffers for a stalled socket (some megabytes on a loopback).
    while (!cut && sent < 1_000) {
      sent++
      for (const stream of open) stream.send(message(sent))
      await sleep(1)
    }
    expect(cut).toBe(true)
    expect(sent).toBeLessThan(1_000)
    for (const stream of open) stream.send(message(sent + 1))
    await reader.untilSeq(sent + 1)
    expect(reader.messages.map(({ id }) => Number(id))).toEqual(
      Array.from({ length: sent + 1 }, (_, index) => index + 1),
    )
    lazy.destroy()
    await app.close()
    await reader.ended
  }, 60_000)
})

describe('streams without sign-in', () => {
  it('streams without sign-in take at most half of all streams, from however many addresses they come', async () => {
    const app = Fastify()
    const streams = createStreams(app, {
      live: silent,
      log: createLog('silent'),
      stillSignedIn: async (sessions) =>
        sessions.map((sessionHash) => ({ sessionHash, permissions: [], sites: null })),
      most: 4,
    })
    let networks = 0
    app.get('/guest', async (_request, reply) => {
      streams.open(reply, { actor: null, network: `10.0.0.${networks++}` }).send(':\n\n')
    })
    app.get('/staff', async (_request, reply) => {
      const sessionHash = Buffer.from('a')
      const nobody = { accountId: '', fullName: '', email: '', permissions: [], sites: null }
      const actor = { ...nobody, role: 'technician' as const, sessionHash }
      streams.open(reply, { actor, network: '10.0.1.1' }).send(':\n\n')
    })
    const url = await app.listen({ host: '127.0.0.1', port: 0 })
    const guests = [await follow(url, '/guest'), await follow(url, '/guest')]
    expect((await fetch(`${url}/guest`)).status).toBe(503)
    const desk = await follow(url, '/staff')
    expect([...guests, desk].map(({ status }) => status)).toEqual([200, 200, 200])
    guests[0]?.cut()
    await expect.poll(async () => (await follow(url, '/guest')).status).toBe(200)
    await app.close()
  })
})

/** Requests the stream and then reads nothing. */
async function deafSocket(port: number): Promise<Socket> {
  const socket = connect({ host: '127.0.0.1', port })
  await once(socket, 'connect')
  socket.write('GET /stream HTTP/1.1\r\nhost: lab.test\r\n\r\n')
  socket.pause()
  socket.on('error', () => {})
  return socket
}

describe('two servers', () => {
  it('a stream of a killed server resumes at another server without gap or repeat', async () => {
    const lab = await openTestApp({ clock: systemClock })
    const { host, port, user } = inject('postgres')
    const settings = {
      DATABASE_URL: `postgresql://${user}@localhost/${lab.database}?host=${encodeURIComponent(host)}&port=${port}`,
      DATA_DIR: lab.config.dataDir,
    }
    const queue = queueOf(lab)
    const pat = await lab.makeStaff('technician')
    await queue.ok(queue.open(pat, 1))
    const one = await startProduct({ port: await freePort(), settings })
    const two = await startProduct({ port: await freePort(), settings })
    try {
      const first = await follow(one.url, '/api/queue/desk/stream', {
        headers: pat.headers,
        lastEventId: '1',
      })
      const steady = await follow(two.url, '/api/queue/desk/stream', {
        headers: pat.headers,
        lastEventId: '1',
      })
      let going = true
      const work = (async () => {
        while (going) {
          const { id } = await queue.walkedIn(pat)
          await queue.called(pat, 1)
          await queue.ok(queue.ticket(pat, id, 'finish'))
        }
      })()
      await first.untilSeq(9)
      await one.end('SIGKILL')
      await first.ended
      await steady.untilSeq(Number(first.lastId()) + 8)
      const second = await follow(two.url, '/api/queue/desk/stream', {
        headers: pat.headers,
        lastEventId: first.lastId(),
      })
      going = false
      await work
      const { rows } = await lab.pool.query('select last_event from queue where site_id = $1', [mainSite])
      const last = rows[0].last_event
      await Promise.all([second.untilSeq(last), steady.untilSeq(last)])
      const all = Array.from({ length: last - 1 }, (_, index) => index + 2)
      expect([...first.numbers(), ...second.numbers()]).toEqual(all)
      expect(steady.numbers()).toEqual(all)

      const closing = two.end('SIGTERM')
      await Promise.all([second.ended, steady.ended])
      expect(await closing).toBe(0)
    } finally {
      await Promise.all([one.end('SIGTERM'), two.end('SIGTERM')])
      await lab.close()
    }
  }, 60_000)
})
