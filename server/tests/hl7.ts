import type { Socket } from 'node:net'
import { vi } from 'vitest'
import type { Hl7Connection } from '#contract/hl7.ts'
import { holdHl7Connections } from '#server/modules/fhir/index.ts'
import { mllpFrame } from '#server/modules/instruments/index.ts'
import type { Person, TestApp } from './harness.ts'
import { freePort } from './product-process.ts'

/** Hospitals that speak HL7 v2, and the process that holds their links. */

/** Adds a connection that the hospital opens, and turns it on. */
export async function addConnection(
  lab: TestApp,
  by: Person,
  clientId: string,
  changes: Partial<Hl7Connection> = {},
): Promise<{ id: string; port: number }> {
  const port = changes.port ?? (await freePort())
  const body = { clientId, name: `Hospital ${port}`, way: 'listen', host: '', port, allowed: '', ...changes }
  const added = await lab.call('POST', '/api/hl7-connections', { by, body })
  if (added.statusCode !== 201) throw new Error(added.body)
  const { id } = added.json()
  const on = await lab.call('PUT', `/api/hl7-connections/${id}/on`, { by, body: { isOn: true } })
  if (on.statusCode !== 200) throw new Error(on.body)
  return { id, port }
}

/** Holds the links, and renews the lease every 50 ms. */
export const holdHospitals = (lab: TestApp) => holdHl7Connections(lab.context, { everyMs: 50 })

let last = 0

/** MSH of a message. */
export const head = (type: string, { id = `M${++last}`, ack = '|', charset = '', processing = 'P' } = {}) =>
  `MSH|^~\\&|HIS|RIDGE|PHIAL|LAB|20260309083000||${type}|${id}|${processing}|2.5.1|||${ack}||${charset}`

export const pid = (id: string, { name = 'Ridgepatient^Abena', born = '19900504', sex = 'F' } = {}) =>
  `PID|1||${id}^^^RIDGE^MR||${name}||${born}|${sex}|||||+233 24 555 0101`

export const lines = (...segments: string[]) => `${segments.join('\r')}\r`

/** A new order of a test. */
export const order = (placer: string, code: string, control = 'NW') => [
  `ORC|${control}|${placer}^RIDGE|||||||20260309082500|||17^Mensah^Efua^^^Dr`,
  `OBR|1|${placer}^RIDGE||${code}`,
]

/** The control id of a message. */
export const controlIdIn = (message: string) => message.split('\r')[0]?.split('|')[9] ?? ''

/** A hospital that receives messages on a connection, and answers each with the MSA fields of `answer`; null: not at all. */
export function receiver(
  socket: Socket,
  answer: (message: string) => string | null = (message) => `AA|${controlIdIn(message)}`,
) {
  const heard: string[] = []
  let rest = ''
  let read = 0
  socket.on('data', (bytes) => {
    rest += String(bytes)
    for (let end = rest.indexOf('\x1c\r'); end >= 0; end = rest.indexOf('\x1c\r')) {
      const message = rest.slice(1, end)
      rest = rest.slice(end + 2)
      heard.push(message)
      const said = answer(message)
      if (said !== null) socket.write(mllpFrame(lines(head('ACK'), `MSA|${said}`), 'utf8'))
    }
  })
  return {
    heard,
    /** The next message that is heard. */
    async next(): Promise<string> {
      await vi.waitFor(() => {
        if (heard.length <= read) throw new Error('Nothing was heard')
      }, 5_000)
      return heard[read++] ?? ''
    },
  }
}
