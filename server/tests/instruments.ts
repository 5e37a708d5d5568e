import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { holdInstruments } from '#server/modules/instruments/index.ts'
import { openAstmLink } from '#server/modules/instruments/wire/astm-link.ts'
import { mllpFrame } from '#server/modules/instruments/wire/mllp.ts'
import type { Person, TestApp } from './harness.ts'
import { freePort } from './product-process.ts'

/** Simulated analysers on real sockets, and the process that holds their links. */

const profiles = {
  'sysmex-xn': { protocol: 'astm', controlPattern: 'QC-*', sampleAt: 'O-4.3' },
  'generic-hl7': { protocol: 'hl7', controlPattern: '' },
  'mindray-bc-5380': { protocol: 'hl7', controlPattern: 'QC-*' },
} as const

export async function addAnalyser(
  lab: TestApp,
  by: Person,
  profile: keyof typeof profiles,
  fields: object = {},
): Promise<{ id: string; port: number }> {
  const port = await freePort()
  const body = {
    name: profile,
    serialNumber: '',
    profile,
    way: 'listen',
    host: '',
    port,
    allowed: '',
    encoding: 'utf8',
    checksum: true,
    acknowledged: true,
    sampleAt: '',
    codeAt: 0,
    sendsOrders: false,
    sendsPatient: false,
    ...profiles[profile],
    ...fields,
  }
  const answer = await lab.call('POST', '/api/instruments', { by, body })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { id: answer.json().id, port }
}

export const turn = (lab: TestApp, by: Person, id: string, state: string) =>
  lab.call('PUT', `/api/instruments/${id}/state`, { by, body: { state } })

/** Holds the links, and renews the lease every 50 ms or as given. */
export const hold = (lab: TestApp, everyMs = 50) => holdInstruments(lab.context, { everyMs })

/** Connects as soon as the port is open. */
export async function dial(port: number): Promise<Socket> {
  for (let tried = 0; ; tried++) {
    const socket = connect(port, '127.0.0.1')
    try {
      await once(socket, 'connect')
      return socket
    } catch (error) {
      if (tried > 400) throw error
      await new Promise((done) => setTimeout(done, 25))
    }
  }
}

const options = { checksum: true, acknowledged: true, perRecord: true, most: 1_000_000 }

/** Sends a message over ASTM. Returns `sent` if it was acknowledged, otherwise `failed`. */
export async function sendAstm(socket: Socket, message: string, how: Partial<typeof options> = {}) {
  const link = openAstmLink({ ...options, ...how, role: 'instrument' })
  return new Promise<'sent' | 'failed' | 'closed'>((resolve) => {
    const act = (effects: ReturnType<typeof link.tick>) => {
      for (const effect of effects) {
        if (effect.do === 'write') socket.write(effect.bytes)
        if (effect.do === 'sent' || effect.do === 'failed') {
          socket.removeAllListeners('data')
          resolve(effect.do)
        }
      }
    }
    socket.on('data', (bytes) => act(link.receive(bytes as Buffer, performance.now())))
    socket.once('close', () => resolve('closed'))
    act(link.send('message', Buffer.from(message), performance.now()))
  })
}

/** Sends a message over MLLP and returns the answer. */
export async function sendHl7(socket: Socket, message: string): Promise<string> {
  socket.write(mllpFrame(message, 'utf8'))
  const [answer] = await once(socket, 'data')
  return String(answer)
}

export const lines = (...records: string[]) => `${records.join('\r')}\r`

/** A message with a blood count, in the form of an XN. */
export const count = (sample: string, values: Readonly<Record<string, string>>, time = '20260309082600') =>
  lines(
    `H|\\^&|||XN-L^00-01|||||||P|LIS2-A2|${time}`,
    'P|1',
    `O|1||2^1^${sample.padStart(22)}^B|^^^^WBC`,
    ...Object.entries(values).map(([code, value], index) => {
      const [number = '', unit = ''] = value.split(' ')
      return `R|${index + 1}|^^^^${code}^1|${number}|${unit}||N||F||hana||${time}`
    }),
    'L|1|N',
  )

export const normal = {
  WBC: '6.1 10*3/uL',
  RBC: '4.20 10*6/uL',
  HGB: '12.9 g/dL',
  HCT: '38.5 %',
  PLT: '250 10*3/uL',
  'NEUT%': '55.0 %',
  'LYMPH%': '35.0 %',
}
