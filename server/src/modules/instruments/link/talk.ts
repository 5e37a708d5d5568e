import type { Socket } from 'node:net'
import type { Answers } from '../orders/write-orders.ts'
import type { Failure, MessageEnd } from '../wire/astm-link.ts'

/** An open connection with an instrument. */
export type Line = {
  socket: Socket
  /** Stores a message, and returns it; null if further records are awaited. Rejects if it could not be stored. */
  keep: (bytes: Buffer, end: MessageEnd) => Promise<Buffer | null>
  /** Shows a fault on the page of the instrument. */
  complain: (about: string) => void
  /** The messages that answer a query; null if the message is not a query. */
  ordersFor: (message: Buffer) => Promise<Answers | null>
  /** Called when a message was accepted or refused. */
  sent: (id: string, failure: Failure | null) => void
}

/** What the server does on a connection. */
export type Talk = {
  /** Sends a message. `sent` is called with its outcome. */
  send: (id: string, message: Buffer) => void
  /** To be called when the connection is closed. */
  over: () => void
}

/** The maximum size of a message. */
export const longestMiB = 16
export const longestMessage = longestMiB * 1024 * 1024

/** The maximum number of bytes of answers that wait until the peer reads them. */
const mostUnread = 1024 * 1024

/** Sends an answer. The connection to a peer that does not read the answers is closed, so that they do not fill the memory. */
export function answer(
  { socket, complain }: Pick<Line, 'socket' | 'complain'>,
  bytes: Buffer,
  peer = 'The analyser',
): void {
  if (!socket.writable) return
  socket.write(bytes)
  if (socket.writableLength <= mostUnread) return
  complain(`${peer} does not read the answers; the connection was closed`)
  socket.destroy()
}

/** Milliseconds of a monotonic clock. */
export const ticks = () => performance.now()
