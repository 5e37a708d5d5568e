import { after, hours, minutes, seconds } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { type Acknowledgement, isAccepted } from './await-answer.ts'
import { callOf } from './call-of.ts'
import { onlyStored } from './late-answer.ts'
import { messageToSend } from './message-to-send.ts'
import { type ConnectionRow, lastSequence, noteHl7Link } from './queries-connections.ts'
import { moveMessage } from './queries-messages.ts'
import { nextWaiting, type WaitingMessage } from './queries-waiting.ts'
import { numberedMessage, startMessage } from './sequence-numbers.ts'

/** Delays after the first, second … refusal. After one more refusal the message has failed. */
const pauses = [seconds(10), minutes(1), minutes(5), minutes(30), hours(2)]
/** The delay after a message without an answer. */
const pauseMs = 10_000
/** How often in a row the hospital can ask for another sequence number. */
const mostCorrections = 3

export type Line = {
  /** Returns the acknowledgement of a message; null: there is none, or the connection was lost. */
  send: (controlId: string, bytes: Buffer) => Promise<Acknowledgement | null>
  complain: (trouble: string) => void
}

/**
 * Sends the messages that wait on a connection, each after the acknowledgement of the previous one. The messages about one visit are sent
 * in their order. A refused message is tried again later, and holds back only the later messages about its visit.
 */
export function messageSender(context: Context, connection: ConnectionRow) {
  const { db, clock, log } = context
  const { id: connectionId, numbersMessages, enhancedMode } = connection
  let line: Line | null = null
  let running: Promise<void> | null = null
  let notBefore = 0
  let isNumbered = false
  let corrections = 0

  async function run(): Promise<void> {
    while (line && performance.now() >= notBefore) {
      if (numbersMessages && !isNumbered && !(await startNumbers(line))) return
      if (!(await sendNext(line))) return
    }
  }

  function waitAfterSilence({ complain }: Line): false {
    notBefore = performance.now() + pauseMs
    if (line) complain('The hospital does not answer; messages wait')
    return false
  }

  /** Starts the sequence numbers of a connection: the hospital answers with the number that it expects. */
  async function startNumbers(to: Line): Promise<boolean> {
    const { controlId, bytes } = startMessage(context, connection)
    const answer = await to.send(controlId, bytes)
    if (!answer) return waitAfterSilence(to)
    isNumbered = true
    if (answer.expected !== null)
      await noteHl7Link(db, connectionId, { sequence: Math.max(answer.expected - 1, 0) })
    return true
  }

  /** Returns false if nothing can be sent at present. */
  async function sendNext(to: Line): Promise<boolean> {
    const next = await nextWaiting(db, { connectionId, inOneOrder: numbersMessages, now: clock.now() })
    if (!next) return false
    const call = await callOf(context, connectionId)
    if (!call) return false
    const bytes = await messageToSend(call, next)
    if (!bytes) return true
    const sequence = numbersMessages ? (await lastSequence(db, connectionId)) + 1 : null
    const answer = await to.send(next.controlId, sequence === null ? bytes : numberedMessage(bytes, sequence))
    if (!answer) {
      await moveMessage(db, next.id, ['waiting'], { times: next.times + 1, lastAt: clock.now() })
      return waitAfterSilence(to)
    }
    if (sequence !== null && (await isOtherNumber(answer, sequence))) return true
    await settle(to, next, answer, sequence)
    return true
  }

  /** The hospital expects another number: the message is sent again with it. */
  async function isOtherNumber(answer: Acknowledgement, sequence: number): Promise<boolean> {
    const { expected } = answer
    const isOther = !isAccepted(answer) && expected !== null && expected > 0 && expected !== sequence
    if (!isOther || corrections >= mostCorrections) {
      corrections = 0
      return false
    }
    corrections++
    await noteHl7Link(db, connectionId, { sequence: expected - 1 })
    return true
  }

  async function settle(to: Line, next: WaitingMessage, answer: Acknowledgement, sequence: number | null) {
    const { id, refusals } = next
    const now = clock.now()
    const sent = { times: next.times + 1, lastAt: now, answer: answer.text, sequence }
    if (isAccepted(answer)) {
      if (sequence !== null) await noteHl7Link(db, connectionId, { sequence })
      await moveMessage(db, id, ['waiting'], {
        ...{ ...sent, state: 'sent', refusals: 0 },
        reason: enhancedMode && answer.code === 'CA' ? onlyStored : '',
      })
      return
    }
    const pause = pauses[refusals]
    const reason = `The hospital answered ${answer.code}`
    if (pause === undefined) to.complain('The hospital refused a message; see its messages')
    await moveMessage(db, id, ['waiting'], {
      ...{ ...sent, reason, refusals: refusals + 1 },
      ...(pause === undefined ? { state: 'failed' } : { dueAt: after(now, pause) }),
    })
  }

  /** Sends what is due, if there is a connection. */
  function look(): void {
    if (running || !line) return
    running = run()
      .catch((error: unknown) =>
        log.error({ err: error, connection: connectionId }, 'a message to a hospital could not be sent'),
      )
      .finally(() => {
        running = null
      })
  }
  return {
    look,
    /** Uses a new connection. Returns what is called when it is closed. */
    opened(to: Line): () => void {
      line = to
      isNumbered = false
      look()
      return () => {
        if (line === to) line = null
      }
    },
    done: async () => running,
  }
}
