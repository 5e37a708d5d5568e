import { controlIdOf } from '../orders/write-orders.ts'
import type { Failure } from '../wire/astm-link.ts'

/** An analyser has to answer a message within this time. */
const answerWithinMs = 30_000

/** Sends messages over HL7, each after the answer to the previous message. */
export function hl7Sender(
  write: (message: Buffer) => void,
  sent: (id: string, failure: Failure | null) => void,
) {
  const queue: { id: string; message: Buffer }[] = []
  let timer: NodeJS.Timeout | undefined

  const begin = () => {
    const next = queue[0]
    if (!next) return
    write(next.message)
    timer = setTimeout(() => end('no answer'), answerWithinMs)
  }
  const end = (failure: Failure | null) => {
    clearTimeout(timer)
    const done = queue.shift()
    if (done) sent(done.id, failure)
    begin()
  }
  return {
    send(id: string, message: Buffer): void {
      queue.push({ id, message })
      if (queue.length === 1) begin()
    },
    /** Handles the answer to a message, by the control id of the message. */
    answered({ id, isAccepted }: { id: string; isAccepted: boolean }): void {
      const first = queue[0]
      if (first && controlIdOf(first.id) === id) end(isAccepted ? null : 'refused')
    },
    over(): void {
      clearTimeout(timer)
      for (const { id } of queue.splice(0)) sent(id, 'broken off')
    },
  }
}
