import type { Socket } from 'node:net'
import { mllpFrame, readMllp, writeAnswer } from '#server/modules/instruments/index.ts'
import type { Context } from '#server/platform/context.ts'
import { answerMessage, answerTo, isEnhanced, unreadable } from './answer-message.ts'
import { type Acknowledgement, acknowledgementIn, answerWaiter } from './await-answer.ts'
import { numberingOf } from './expected-numbers.ts'
import { keepReceived } from './keep-message.ts'
import { noteLateAnswer } from './late-answer.ts'
import type { ConnectionRow } from './queries-connections.ts'
import { type Envelope, readEnvelope } from './read-envelope.ts'
import { answerType } from './write-answer.ts'
import { said } from './write-segment.ts'

/** The maximum size of a message. */
const longestMiB = 4

type Uses = { socket: Socket; peer: string; complain: (about: string) => void }

/**
 * Speaks HL7 over MLLP on a connection: one message after another is stored, processed and answered, and messages are sent. `over` is called
 * when the connection is closed.
 */
export function talkHl7(context: Context, connection: ConnectionRow, { socket, peer, complain }: Uses) {
  const { log } = context
  // Not `writeAnswer`: one message is sent at a time, so that they do not fill the memory.
  const waiter = answerWaiter((bytes) => void (socket.writable && socket.write(mllpFrame(bytes, 'latin1'))))

  function answer(envelope: Envelope, type: string, segments: string): void {
    const message = answerMessage(context, connection, envelope, { type, segments })
    writeAnswer({ socket, complain }, mllpFrame(message, connection.encoding), 'The hospital')
  }

  /**
   * An acknowledgement is not stored. That of an application gets an accept acknowledgement (CA) if it asks for one. No other
   * acknowledgement is answered: two systems would acknowledge each other without end.
   */
  async function takeAcknowledgement(acknowledgement: Acknowledgement, bytes: Buffer): Promise<void> {
    if (!waiter.answered(acknowledgement))
      await noteLateAnswer(context, connection, acknowledgement, complain)
    const { envelope } = readEnvelope(bytes, connection.encoding)
    if (envelope && acknowledgement.code.startsWith('A') && wants(envelope.header.acceptAck, true))
      answer(envelope, 'ACK', `MSA|CA|${said(envelope.header.controlId)}`)
  }

  async function take(bytes: Buffer): Promise<void> {
    const acknowledgement = acknowledgementIn(bytes, connection.encoding)
    if (acknowledgement) return takeAcknowledgement(acknowledgement, bytes)
    const numbering = await numberingOf(context, connection, bytes)
    if (numbering.kind === 'start' || numbering.kind === 'other') {
      const found = readEnvelope(bytes, connection.encoding).envelope ?? unreadable
      const code = numbering.kind === 'start' ? 'AA' : 'AR'
      const why = code === 'AR' ? '|Another sequence number is expected' : ''
      return answer(found, 'ACK', numbering.withExpected(`MSA|${code}|${said(found.header.controlId)}${why}`))
    }
    const kept = await keepReceived(context, connection, { bytes, peer })
    const envelope = kept.envelope ?? unreadable
    const { header } = envelope
    const type = answerType(header)
    const isStored = kept.state !== 'refused'
    if (isEnhanced(header) && isStored) await numbering.accepted()
    if (isEnhanced(header) && wants(header.acceptAck, isStored)) {
      const code = isStored ? 'CA' : 'CR'
      const msa = `MSA|${code}|${said(header.controlId)}${errorsOf(kept.answer, code)}`
      answer(envelope, 'ACK', numbering.withExpected(msa))
    }
    const segments = (await answerTo(context, kept)) ?? ''
    const isAccepted = segments.startsWith('MSA|AA')
    if (isAccepted && !isEnhanced(header)) await numbering.accepted()
    if (segments !== '' && (!isEnhanced(header) || wants(header.applicationAck, isAccepted)))
      answer(envelope, type, numbering.withExpected(segments))
  }

  async function takeAll(messages: readonly Buffer[]): Promise<void> {
    for (const bytes of messages) {
      try {
        await take(bytes)
      } catch (error) {
        log.error({ err: error, connection: connection.id }, 'a message of a hospital could not be stored')
        // Without an answer the hospital sends it again.
        complain('A message could not be stored; the connection was closed')
        socket.destroy()
        return
      }
    }
  }
  const stopReading = readMllp({ socket, complain }, longestMiB, takeAll)
  return {
    send: waiter.send,
    over(): void {
      stopReading()
      waiter.over()
    },
  }
}

/** By table HL70155: AL always, NE never, ER only errors, SU only successes. */
const wants = (when: string, isSuccess: boolean) =>
  when === 'AL' || (when === 'SU' && isSuccess) || (when === 'ER' && !isSuccess)

/** The errors of a stored answer, after its MSA segment. */
const errorsOf = (answer: string | null, code: string) =>
  code === 'CR' && answer?.includes('\r') ? answer.slice(answer.indexOf('\r')) : ''
