import { mllpReader } from '../wire/mllp.ts'
import type { Line } from './talk.ts'

/** The connection is closed if a message is not complete within this time. */
const messageWithinMs = 60_000

/**
 * Reads the messages of a connection. Reading pauses while messages are handled. A message that is too long or is not complete within a
 * minute closes the connection. Returns what is called when the connection is closed.
 */
export function readMllp(
  { socket, complain }: Pick<Line, 'socket' | 'complain'>,
  mostMiB: number,
  /** Handles messages. Does not reject. */
  take: (messages: readonly Buffer[]) => Promise<void>,
): () => void {
  const reader = mllpReader(mostMiB * 1024 * 1024)
  let timer: NodeJS.Timeout | undefined
  const breakOff = (about: string) => {
    complain(`${about}; the connection was closed`)
    socket.destroy()
  }
  socket.on('data', (bytes) => {
    const { messages, isTooLong } = reader.push(bytes as Buffer)
    if (messages.length > 0) {
      // Further bytes stay in the socket's buffer.
      socket.pause()
      take(messages).finally(() => socket.resume())
    }
    if (isTooLong) return breakOff(`A message was longer than ${mostMiB} MiB`)
    if (messages.length > 0 || !reader.isOpen()) {
      clearTimeout(timer)
      timer = undefined
    }
    if (reader.isOpen())
      timer ??= setTimeout(() => breakOff('A message was not complete after a minute'), messageWithinMs)
  })
  return () => clearTimeout(timer)
}
