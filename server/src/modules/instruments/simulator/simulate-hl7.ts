import type { Socket } from 'node:net'
import { messagesIn } from '../wire/hl7-records.ts'
import { mllpFrame, mllpReader } from '../wire/mllp.ts'
import { type Fault, writeWith } from './faults.ts'
import type { Simulated, Simulation } from './simulation.ts'

/** A simulated analyser with HL7 over MLLP. It accepts orders with ORL^O34. */
export function simulateHl7(
  socket: Socket,
  { fault = 'none', accepts = () => true, onMessage = () => {} }: Simulation,
): Simulated {
  const reader = mllpReader(1_000_000)
  const outcomes = new Map<string, (outcome: string) => void>()
  let left: Fault = fault

  const take = (...of: Fault[]): Fault => {
    if (!of.includes(left)) return 'none'
    const taken = left
    left = 'none'
    return taken
  }
  const hear = (text: string) => {
    for (const { records } of messagesIn(text)) {
      const kind = records[0]?.text(8) ?? ''
      const id = records[0]?.text(9) ?? ''
      const msa = records.find(({ type }) => type === 'MSA')
      if (msa) {
        outcomes.get(msa.text(2))?.(`Answered ${msa.text(1)}`)
        outcomes.delete(msa.text(2))
      }
      if ((kind === 'OML' || kind === 'DSR') && take('die') === 'die') return void socket.destroy()
      onMessage(text)
      if (kind !== 'OML' && kind !== 'DSR') continue
      const code = take('nak') === 'nak' || !accepts(text) ? 'AR' : 'AA'
      const type = kind === 'DSR' ? 'ACK^Q03' : 'ORL^O34^ORL_O42'
      const head = `MSH|^~\\&|Simulator||||||${type}|R${id}|P|2.5.1`
      socket.write(mllpFrame(`${head}\rMSA|${code}|${id}\r`, 'utf8'))
    }
  }
  socket.on('data', (bytes) => {
    for (const message of reader.push(bytes as Buffer).messages) hear(message.toString())
  })
  socket.on('error', () => {})
  socket.once('close', () => {
    for (const end of outcomes.values()) end('The connection was closed')
    outcomes.clear()
  })
  return {
    send: (message) =>
      new Promise((resolve) => {
        outcomes.set(messagesIn(message)[0]?.records[0]?.text(9) ?? '', resolve)
        void writeWith(take('cut', 'slow', 'repeat', 'silence'), socket, mllpFrame(message, 'utf8'))
      }),
  }
}
