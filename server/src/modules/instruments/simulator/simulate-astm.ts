import type { Socket } from 'node:net'
import { ENQ, NAK, STX } from '../wire/astm-frame.ts'
import { type Effect, openAstmLink } from '../wire/astm-link.ts'
import { type Fault, writeWith } from './faults.ts'
import type { Simulated, Simulation } from './simulation.ts'

const now = () => performance.now()

/** A simulated analyser with the ASTM protocol. */
export function simulateAstm(
  socket: Socket,
  { fault = 'none', perRecord = false, onMessage = () => {} }: Simulation,
): Simulated {
  const link = openAstmLink({
    role: 'instrument',
    checksum: true,
    acknowledged: true,
    perRecord,
    most: 1_000_000,
  })
  const outcomes = new Map<string, (outcome: string) => void>()
  let left: Fault = fault
  let writing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | undefined
  let sent = 0
  /** A message that is sent when the server bids for the line. */
  let colliding: (() => void) | null = null

  const take = (...of: Fault[]): Fault => {
    if (!of.includes(left)) return 'none'
    const taken = left
    left = 'none'
    return taken
  }
  const settle = (id: string, outcome: string) => {
    outcomes.get(id)?.(outcome)
    outcomes.delete(id)
  }
  const act = (effects: readonly Effect[]): void => {
    for (const effect of effects) {
      if (effect.do === 'write') {
        const how =
          effect.bytes.length > 1 ? take('checksum', 'cut', 'slow', 'repeat', 'silence') : ('none' as const)
        writing = writing.then(() => writeWith(how, socket, effect.bytes))
      }
      if (effect.do === 'sent') settle(effect.id, 'Acknowledged')
      if (effect.do === 'failed') settle(effect.id, `Not acknowledged: ${effect.why}`)
      if (effect.do === 'receive' && effect.end === 'terminator') {
        onMessage(effect.message.toString())
        act(link.settle(true, now()))
      }
    }
    clearTimeout(timer)
    const due = link.deadline() - now()
    if (Number.isFinite(due)) timer = setTimeout(() => act(link.tick(now())), Math.max(0, due))
  }
  const hear = (bytes: Buffer) => {
    if (bytes.includes(ENQ) && colliding) {
      const bid = colliding
      colliding = null
      bid()
    }
    if (bytes.includes(STX) && take('die') === 'die') return void socket.destroy()
    if (bytes.includes(STX) && take('nak') === 'nak') return void socket.write(Buffer.of(NAK))
    act(link.receive(bytes, now()))
  }
  socket.on('data', (bytes) => hear(bytes as Buffer))
  socket.on('error', () => {})
  socket.once('close', () => {
    act(link.lose(now()))
    clearTimeout(timer)
  })
  return {
    send: (message) =>
      new Promise((resolve) => {
        const id = String(sent++)
        outcomes.set(id, resolve)
        const begin = () => act(link.send(id, Buffer.from(message), now()))
        if (take('collision') === 'collision') colliding = begin
        else begin()
      }),
  }
}
