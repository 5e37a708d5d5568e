import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Effect, openAstmLink } from '#server/modules/instruments/wire/astm-link.ts'
import { checkDigit } from '#server/platform/damm.ts'
import { freePort } from '../server/tests/product-process.ts'
import { bookingBody } from './bookings.ts'
import { type Spread, spreadOf } from './figures.ts'
import { type Laboratory, openLaboratory } from './laboratory.ts'
import { openMeter } from './meter.ts'
import { makePatients } from './patients.ts'
import { makeSite, siteId } from './places.ts'
import { makeSamples, technician } from './samples.ts'

export type InstrumentFigures = {
  results: number
  /** From the last byte of a message to the acknowledgement of its last frame. */
  acknowledged: Spread
  /** From the last byte of a message to its value in the form that a technician has open. */
  shown: Spread
  bookings: number
}

const sites = Array.from({ length: 10 }, (_, index) => siteId(2 + index))
const codes = ['WBC', 'RBC', 'HGB', 'HCT', 'PLT', 'NEUT%', 'LYMPH%', 'MONO%', 'EO%', 'BASO%']

type Counted = { task: string; accession: string }

/**
 * Analysers send blood counts over ASTM, `perSecond` results in all, while bookings go on. One form is open, is told of changes as in
 * the browser, and is read again after each.
 */
export async function measureInstruments(size: {
  samples: number
  people: number
  links: number
  perSecond: number
  seconds: number
  clients: number
}): Promise<InstrumentFigures> {
  const laboratory = await openLaboratory()
  const meter = openMeter(laboratory)
  const sockets: Socket[] = []
  try {
    await makePatients(laboratory.pool, size.people)
    await makeSamples(laboratory.pool, size.samples)
    for (const id of sites) await makeSite(laboratory.pool, Number.parseInt(id.slice(-12), 16), 20)
    const { site, counted } = await countable(laboratory)
    const ports: number[] = []
    for (let n = 0; n < size.links; n++) ports.push(await addAnalyser(laboratory, site, n))
    for (const port of ports) sockets.push(await dial(port))
    const [watched, ...others] = counted
    if (!watched) throw new Error('There is no open blood count')
    const screen = await openScreen(laboratory, watched)
    const acknowledged: number[] = []
    const traffic = {
      kind: 'book' as const,
      body: bookingBody,
      sites,
      patients: { from: 1, count: size.people },
    }
    const everyMs = (1_000 * codes.length * size.links) / size.perSecond
    const start = performance.now()
    const sending = sockets.map(async (socket, number) => {
      const line = speaker(socket)
      for (let turn = 0; performance.now() - start < size.seconds * 1_000; turn++) {
        const due = start + (turn + number / size.links) * everyMs
        await sleep(Math.max(0, due - performance.now()))
        // Each link measures the watched sample from time to time.
        const isWatched = turn % 8 === number % 8
        const { accession } = isWatched
          ? watched
          : (others[(turn * size.links + number) % others.length] ?? watched)
        const value = (10 + ((turn * size.links + number) % 8_000) / 1_000).toFixed(1)
        const { lastByteAt, ackAt } = await line.send(accession, value, turn, (at) => {
          if (isWatched) screen.expect(turn * size.links + number, at)
        })
        acknowledged.push(ackAt - lastByteAt)
      }
    })
    const [booked] = await Promise.all([
      meter.load(size.clients, size.seconds, traffic, ['201', '409']),
      ...sending,
    ])
    const seconds = (performance.now() - start) / 1_000
    const shown = await screen.close()
    return {
      results: (acknowledged.length * codes.length) / seconds,
      acknowledged: spreadOf(acknowledged),
      shown: spreadOf(shown),
      bookings: booked.succeeded / size.seconds,
    }
  } finally {
    for (const socket of sockets) socket.destroy()
    meter.close()
    await laboratory.close()
  }
}

/** Open blood counts of the site with the most, with accession numbers that end in a check digit. */
async function countable({ pool }: Laboratory): Promise<{ site: string; counted: Counted[] }> {
  const { rows } = await pool.query<{ site: string; task: string; sample: string }>(
    `select k.site_id as site, k.id as task, k.sample_id as sample from task k
     where k.test_code = 'FBC' and k.status = 'in_progress' and k.released_at is null order by k.id`,
  )
  const bySite = [...Map.groupBy(rows, (row) => row.site)].sort((a, b) => b[1].length - a[1].length)
  const [site, own = []] = bySite[0] ?? ['']
  const counted: Counted[] = []
  for (const [index, { task, sample }] of own.entries()) {
    const digits = String(9_000_000_000_000 + index)
    const accession = digits + checkDigit(digits)
    await pool.query('update sample set accession = $3 where site_id = $1 and id = $2', [
      site,
      sample,
      accession,
    ])
    counted.push({ task, accession })
  }
  return { site, counted }
}

const headers = { authorization: `Bearer ${technician.token}`, 'content-type': 'application/json' }

async function ask<T>({ server }: Laboratory, method: string, path: string, body?: object): Promise<T> {
  const answer = await fetch(`${server.url}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as T
}

async function addAnalyser(laboratory: Laboratory, site: string, number: number): Promise<number> {
  const port = await freePort()
  const { id } = await ask<{ id: string }>(laboratory, 'POST', '/api/instruments', {
    name: `Counter ${number}`,
    serialNumber: '',
    profile: 'sysmex-xn',
    siteId: site,
    protocol: 'astm',
    way: 'listen',
    host: '',
    port,
    allowed: '',
    encoding: 'utf8',
    checksum: true,
    acknowledged: true,
    sampleAt: 'O-4.3',
    codeAt: 5,
    controlPattern: '',
    sendsOrders: false,
    sendsPatient: false,
  })
  await ask(laboratory, 'PUT', `/api/instruments/${id}/state`, { state: 'live' })
  return port
}

async function dial(port: number): Promise<Socket> {
  for (let tried = 0; ; tried++) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (tried > 100) throw error
      await sleep(100)
    }
  }
}

/** The analyser's end of a link, with the times of its last byte and of the acknowledgement. */
function speaker(socket: Socket) {
  const link = openAstmLink({
    role: 'instrument',
    checksum: true,
    acknowledged: true,
    perRecord: false,
    most: 1_000_000,
  })
  let lastByteAt = 0
  let done: (() => void) | null = null
  let told: (at: number) => void = () => {}
  const act = (effects: readonly Effect[]) => {
    for (const effect of effects) {
      if (effect.do === 'write') {
        socket.write(effect.bytes)
        if (effect.bytes.length === 1) continue
        lastByteAt = performance.now()
        told(lastByteAt)
      }
      if (effect.do === 'sent') done?.()
      if (effect.do === 'failed') throw new Error(`A message failed: ${effect.why}`)
    }
  }
  socket.on('data', (bytes) => act(link.receive(bytes as Buffer, performance.now())))
  return {
    async send(
      accession: string,
      value: string,
      turn: number,
      onFrame: (at: number) => void,
    ): Promise<{ lastByteAt: number; ackAt: number }> {
      const minute = String(Math.floor(turn / 60) % 60).padStart(2, '0')
      const stamp = `2026030908${minute}${String(turn % 60).padStart(2, '0')}`
      const records = [
        `H|\\^&|||XN|||||||P|LIS2-A2|${stamp}`,
        'P|1',
        `O|1||1^1^${accession}^B|^^^^ALL|R`,
        ...codes.map((code, index) => `R|${index + 1}|^^^^${code}^1|${value}|||N||F||bench||${stamp}`),
        'L|1|N',
      ]
      const message = Buffer.from(`${records.join('\r')}\r`)
      told = onFrame
      const sent = new Promise<void>((resolve) => {
        done = resolve
      })
      act(link.send(String(turn), message, performance.now()))
      await sent
      return { lastByteAt, ackAt: performance.now() }
    },
  }
}

/** A technician's open form, which is read again after each change in the live stream. */
async function openScreen(laboratory: Laboratory, { task }: Counted) {
  const stopping = new AbortController()
  const waiting = new Map<number, number>()
  const shown: number[] = []
  let timesBefore = 0
  const read = async () => {
    const form = await ask<{ analytes: { code: string; measured: { times: number } | null }[] }>(
      laboratory,
      'GET',
      `/api/Labtask/task/${task}/results`,
    )
    const times = form.analytes.find(({ code }) => code === 'HGB')?.measured?.times ?? 0
    // Measurements are numbered, so that equal values can be distinguished.
    for (let n = times - timesBefore; n > 0; n--) {
      const [first] = waiting
      if (!first) break
      waiting.delete(first[0])
      shown.push(performance.now() - first[1])
    }
    timesBefore = times
  }
  await read()
  const stream = await fetch(`${laboratory.server.url}/api/live?topics=measured`, {
    headers,
    signal: stopping.signal,
  })
  const following = (async () => {
    for await (const chunk of stream.body ?? []) {
      if (Buffer.from(chunk).includes('changed')) await read()
    }
  })().catch(() => {})
  return {
    expect: (key: number, lastByteAt: number) => void waiting.set(key, lastByteAt),
    async close(): Promise<number[]> {
      await sleep(1_500)
      stopping.abort()
      await following
      return shown
    },
  }
}
