import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Faults of real lines and analysers. Each fault happens once in a conversation, so that both ends can recover. */
export const faults = [
  'none',
  /** Sends a frame with a wrong checksum. */
  'checksum',
  /** Sends half of a frame. */
  'cut',
  /** Sends a frame byte by byte. */
  'slow',
  /** Sends a frame twice. */
  'repeat',
  /** Sends no frame. */
  'silence',
  /** Refuses a frame of the server. */
  'nak',
  /** Bids for the line at the same time as the server. */
  'collision',
  /** Closes the connection in the middle of a message of the server. */
  'die',
] as const
export type Fault = (typeof faults)[number]

/** Writes a frame or message with a fault. */
export async function writeWith(fault: Fault, socket: Socket, bytes: Buffer): Promise<void> {
  if (fault === 'silence' || !socket.writable) return
  if (fault === 'slow') {
    for (const byte of bytes) {
      socket.write(Buffer.of(byte))
      await sleep(5)
    }
    return
  }
  const spoilt = Buffer.from(fault === 'cut' ? bytes.subarray(0, bytes.length / 2) : bytes)
  if (fault === 'checksum') spoilt.write('ZZ', spoilt.length - 4, 'latin1')
  socket.write(spoilt)
  if (fault === 'repeat') socket.write(spoilt)
}
