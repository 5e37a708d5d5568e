import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { simulate } from '#server/modules/instruments/simulator/simulate.ts'
import { queryMessage } from '#server/modules/instruments/simulator/simulated-messages.ts'
import type { Simulation } from '#server/modules/instruments/simulator/simulation.ts'
import { type Bench, openBench } from './bench-tasks.ts'
import type { Person, TestApp } from './harness.ts'
import { addAnalyser, count, dial, hold, turn } from './instruments.ts'
import { freePort } from './product-process.ts'

/** Analysers on a serial line behind a TCP serial server, as in the guide. */

let lab: TestApp
let bench: Bench
let ama: Person
let hana: Person
let manager: Person
let holding: ReturnType<typeof hold>

beforeAll(async () => {
  ;({ lab, bench, ama, hana } = await openBench())
  manager = await lab.makeStaff('admin', { fullName: 'Mansa Manager' })
  holding = hold(lab)
})
afterAll(async () => {
  await holding.stop()
  await lab.close()
})

/** Links and jobs of the server. */
const soon = { timeout: 15_000 }
const rows = async (statement: string, ...values: unknown[]) => (await lab.pool.query(statement, values)).rows
const newSample = async (): Promise<string> => {
  const { task } = await bench.started(ama, hana)
  const [row] = await rows(
    'select s.accession from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id where k.id = $1',
    task,
  )
  return row.accession
}
const matched = (instrument: string) => async () =>
  (
    await rows(
      `select value from measured_value where instrument_id = $1 and state = 'matched' order by id`,
      instrument,
    )
  ).map(({ value }) => value)

/** Copies bytes as a UART does: in pieces of at most 8, with no regard to frames. */
async function copy(from: Socket, to: Socket): Promise<void> {
  from.on('error', () => {})
  for await (const bytes of from as AsyncIterable<Buffer>) {
    for (let at = 0; at < bytes.length && to.writable; at += 8) {
      to.write(bytes.subarray(at, at + 8))
      await setImmediate()
    }
  }
  to.destroy()
}

/** A serial server in TCP server mode, and the serial end of its line. Only one connection is accepted, as by real ones. */
async function serialServer(port: number, how: Simulation = {}) {
  const [network, line] = [createServer(), createServer()]
  const linePort = await freePort()
  network.listen(port, '127.0.0.1')
  line.listen(linePort, '127.0.0.1')
  const joined = once(line, 'connection')
  const analyser = simulate('astm', await dial(linePort), how)
  const [serial] = (await joined) as [Socket]
  let open: Socket | null = null
  network.on('connection', (socket) => {
    if (open && !open.destroyed) return void socket.destroy()
    open = socket
    void copy(socket, serial).catch(() => {})
    serial.removeAllListeners('data')
    serial.on('data', (bytes) => void socket.write(bytes))
  })
  return {
    analyser,
    isJoined: () => open !== null && !open.destroyed,
    /** The power of the serial server fails. */
    fail: async () => {
      open?.destroy()
      network.close()
      line.close()
      serial.destroy()
      await once(network, 'close')
    },
  }
}

describe('an analyser on a serial line', () => {
  it('is read through a serial server to which this server connects, also after the serial server was without power', async () => {
    const port = await freePort()
    const added = await addAnalyser(lab, manager, 'sysmex-xn', {
      ...{ name: 'Serial, connect', way: 'connect', host: '127.0.0.1', port },
    })
    await turn(lab, manager, added.id, 'live')
    const first = await serialServer(port)
    await expect.poll(first.isJoined, soon).toBe(true)
    const [one, two] = [await newSample(), await newSample()]
    expect(await first.analyser.send(count(one, { WBC: '6.1 10*3/uL' }))).toBe('Acknowledged')
    await expect.poll(matched(added.id), soon).toEqual(['6.1'])
    await first.fail()
    const got: string[] = []
    const second = await serialServer(port, { onMessage: (text) => got.push(text) })
    await expect.poll(second.isJoined, soon).toBe(true)
    expect(await second.analyser.send(count(two, { WBC: '5.4 10*3/uL' }))).toBe('Acknowledged')
    await expect.poll(matched(added.id), soon).toEqual(['6.1', '5.4'])
    // Both directions: a query is answered on the same line.
    await second.analyser.send(queryMessage({ protocol: 'astm', key: '' }, two, { stamp: '20260309083000' }))
    await expect.poll(() => got.some((text) => text.includes(two)), soon).toBe(true)
    await second.fail()
    await turn(lab, manager, added.id, 'off')
  })

  it('is read through a serial server that connects to this server', async () => {
    const added = await addAnalyser(lab, manager, 'sysmex-xn', { name: 'Serial, listen' })
    await turn(lab, manager, added.id, 'live')
    const line = createServer()
    const linePort = await freePort()
    line.listen(linePort, '127.0.0.1')
    const joined = once(line, 'connection')
    const analyser = simulate('astm', await dial(linePort))
    const [serial] = (await joined) as [Socket]
    const network = await dial(added.port)
    void copy(serial, network).catch(() => {})
    void copy(network, serial).catch(() => {})
    expect(await analyser.send(count(await newSample(), { WBC: '6.1 10*3/uL' }))).toBe('Acknowledged')
    await expect.poll(matched(added.id), soon).toEqual(['6.1'])
    network.destroy()
    serial.destroy()
    line.close()
  })
})
