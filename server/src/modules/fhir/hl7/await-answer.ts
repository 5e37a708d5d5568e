import type { TextEncoding } from '#contract/instruments.ts'
import { messagesIn } from '#server/modules/instruments/index.ts'
import { textOfBytes } from './read-envelope.ts'
import { findRecord } from './read-parts.ts'

/** The hospital has to answer a message within this time. */
const answerWithinMs = 30_000
const mostText = 4_000

/** What an acknowledgement says of the message that it answers. */
export type Acknowledgement = {
  /** MSA-1. */
  code: string
  /** MSA-2. */
  controlId: string
  /** MSA-4: the sequence number that is expected next; null: none. */
  expected: number | null
  /** The segments after MSH. */
  text: string
}

/** By table HL70008: accepted by the application (AA) or stored safely (CA). */
export const isAccepted = ({ code }: Acknowledgement): boolean => code === 'AA' || code === 'CA'

/** The acknowledgement in these bytes; null: they are another message. */
export function acknowledgementIn(bytes: Buffer, encoding: TextEncoding): Acknowledgement | null {
  const records = messagesIn(bytes.toString('latin1'))[0]?.records ?? []
  const msa = findRecord(records, 'MSA')
  if (!msa || records[0]?.text(8).toUpperCase() !== 'ACK') return null
  const expected = msa.text(4)
  return {
    code: msa.text(1).toUpperCase(),
    controlId: msa.text(2),
    expected: /^-?\d{1,9}$/.test(expected) ? Number(expected) : null,
    text: textOfBytes(bytes, encoding)
      .split(/\r\n?|\n/)
      .slice(1)
      .join('\r')
      .slice(0, mostText),
  }
}

/** Sends one message at a time and waits for its acknowledgement. */
export function answerWaiter(write: (bytes: Buffer) => void) {
  let waiting: { controlId: string; end: (answer: Acknowledgement | null) => void } | null = null
  return {
    send(controlId: string, bytes: Buffer): Promise<Acknowledgement | null> {
      return new Promise((done) => {
        const timer = setTimeout(() => end(null), answerWithinMs)
        const end = (answer: Acknowledgement | null) => {
          clearTimeout(timer)
          waiting = null
          done(answer)
        }
        waiting = { controlId, end }
        write(bytes)
      })
    },
    /** Returns false if no message waits for this acknowledgement. */
    answered(answer: Acknowledgement): boolean {
      if (waiting?.controlId !== answer.controlId) return false
      waiting.end(answer)
      return true
    },
    over: () => waiting?.end(null),
  }
}
