import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { resultMessage, type Simulated, simulate, wireStamp } from '#server/modules/instruments/index.ts'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { dialAt, hasValues, mappedCodes, silence } from './queries-analysers.ts'
import { analysers } from './write-analysers.ts'

/**
 * The simulated analysers of a demonstration. The server connects to them, at ports that the machine chooses, so that several
 * demonstrations can run on one machine.
 */
export type DemoAnalysers = {
  /** Measures a blood count: sends the values of a sample, by analyte. */
  measure(accession: string, values: ReadonlyMap<string, number>): Promise<void>
  /** Resolves when the server has connected to the analyser that measures blood counts. */
  connected(): Promise<void>
  stop(): Promise<void>
}

/** At a higher speed nobody can follow single values, and the simulated staff would wait for the analyser. */
const fastest = 60
const silentFor = minutes(190)

export async function startAnalysers(context: Context, speed: number): Promise<DemoAnalysers | null> {
  if (speed > fastest) return null
  const { db, clock } = context
  const servers: Server[] = []
  const sockets = new Set<Socket>()
  let counter: Simulated | null = null
  const met = Promise.withResolvers<void>()
  const stamp = () => wireStamp(clock.now())

  const meet = async (kind: keyof typeof analysers, socket: Socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    const { name, protocol, profile } = analysers[kind]
    const one = simulate(protocol, socket)
    if (kind === 'counter') {
      counter = one
      met.resolve()
    }
    if (kind === 'silent') {
      // The server first writes that it has connected.
      await sleep(2_000)
      await silence(db, name, after(clock.now(), -silentFor))
    }
    if (kind === 'holding' && !(await hasValues(db, name))) {
      const results = [
        { code: '6690-2', value: '7.9', unit: '10*9/L' },
        { code: '718-7', value: '128', unit: 'g/L' },
        { code: '30525-0', value: '4', unit: '%' },
      ]
      await one.send(resultMessage({ protocol, key: profile }, '26119999', results, { stamp: stamp() }))
    }
  }
  for (const kind of Object.keys(analysers) as (keyof typeof analysers)[]) {
    const server = createServer((socket) => {
      meet(kind, socket).catch((error: unknown) =>
        context.log.debug({ err: error }, 'an analyser of the demonstration could not speak'),
      )
    })
    servers.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    await dialAt(db, analysers[kind].name, (server.address() as AddressInfo).port)
  }
  return {
    async measure(accession, values) {
      if (!counter) return
      const { name, protocol, profile } = analysers.counter
      const codes = await mappedCodes(db, name)
      const results = codes.flatMap(({ code, analyte, unit }) => {
        const value = values.get(analyte)
        return value === undefined ? [] : [{ code, value: String(value), unit }]
      })
      await counter.send(
        resultMessage({ protocol, key: profile }, accession, results, { stamp: stamp(), operator: 'XN-330' }),
      )
    },
    connected: () => met.promise,
    async stop() {
      for (const socket of sockets) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((done) => server.close(done))))
    },
  }
}
