import { type Context, transact } from '#server/platform/context.ts'
import { isTransient, Refusal, refusalOfViolation } from '#server/platform/errors.ts'
import { isAfterOther } from '../is-after-other.ts'
import { bookByHospital, cancelByHospital, changeByHospital, missedByHospital } from './book-appointments.ts'
import { callOf } from './call-of.ts'
import { Hl7Refusal, located, refused, sayFaults } from './fault.ts'
import type { Handler, Hl7Call, Planned } from './hl7-call.ts'
import { placeOrders } from './place-orders.ts'
import { findUndone, listUnread, lockUndone, moveMessage, undone } from './queries-messages.ts'
import { type Envelope, type Header, readEnvelope } from './read-envelope.ts'
import { joinPatients, statePatient } from './state-patient.ts'
import { answerSegments } from './write-answer.ts'

const handlers: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
  ADT: {
    A01: statePatient,
    A04: statePatient,
    A08: statePatient,
    A28: statePatient,
    A31: statePatient,
    A40: joinPatients,
  },
  ORM: { O01: placeOrders },
  OML: { O21: placeOrders, O33: placeOrders },
  SIU: {
    S12: bookByHospital,
    S13: changeByHospital,
    S14: changeByHospital,
    S15: cancelByHospital,
    S17: cancelByHospital,
    S26: missedByHospital,
  },
}

const mostAtOnce = 50

/** Processes the stored messages that are not processed yet, oldest first. */
export async function processUnread(context: Context): Promise<void> {
  let last = '0'
  for (;;) {
    const unread = await listUnread(context.db, last, mostAtOnce)
    for (const { id, seq } of unread) {
      last = seq
      try {
        await processMessage(context, id)
      } catch (error) {
        if (!(error instanceof Error) || isTransient(error)) throw error
        // A message that cannot be processed does not block later messages.
        context.log.error({ err: error }, 'a message of a hospital could not be processed')
        await moveMessage(context.db, id, undone, { state: 'held', reason: sayFaults(failed.faults) })
      }
    }
    if (unread.length < mostAtOnce) return
  }
}

/**
 * Processes a received or a held message: its effects, its outcome and its answer are written in one transaction. A message that cannot be
 * processed is held with the reason, or refused if processing it again would not help.
 */
export async function processMessage(context: Context, id: string): Promise<void> {
  const row = await findUndone(context.db, id)
  if (!row?.bytes) return
  const call = await callOf(context, row.connectionId)
  if (!call) return
  const { envelope, fault } = readEnvelope(row.bytes, call.connection.encoding)
  const header = envelope?.header ?? nothing
  try {
    if (!envelope || fault)
      throw new Hl7Refusal([fault ?? { at: 'MSH-1', code: '100', text: 'It is not readable' }], true)
    await run(call, id, envelope)
  } catch (error) {
    if (isTransient(error)) throw error
    const refusal = error instanceof Refusal ? error : refusalOfViolation(error)
    if (!refusal)
      context.log.error(
        { err: error, connection: row.connectionId },
        'a message of a hospital could not be processed',
      )
    const said = refusal ? located(refusal) : failed
    const isRejected = said.isFinal && said.faults.every(({ at }) => at.startsWith('MSH'))
    const more = envelope ? (handlerOf(envelope.header)?.refusedAnswer?.(call, envelope) ?? []) : []
    await moveMessage(context.db, id, undone, {
      state: said.isFinal ? 'refused' : 'held',
      reason: sayFaults(said.faults),
      answer: answerSegments(isRejected ? 'AR' : 'AE', header, said.faults, more),
    })
  }
}

const nothing = { controlId: '', version: '2.5.1' }
const failed = refused('MSH-9', '207', 'The message could not be processed')

const handlerOf = ({ code, event }: Pick<Header, 'code' | 'event'>): Handler | undefined => {
  const events = Object.hasOwn(handlers, code) ? handlers[code] : undefined
  return events && Object.hasOwn(events, event) ? events[event] : undefined
}

/** Whether a message of this kind can be processed at all. @throws a refusal if not */
function requireHandler({ header }: Envelope, { connection }: Hl7Call): Handler {
  const { code, processing } = header
  if (processing !== connection.processing)
    throw refused('MSH-11', '202', `This connection takes messages with ${connection.processing}`, true)
  const handler = handlerOf(header)
  if (handler) return handler
  const known = Object.hasOwn(handlers, code)
  throw refused('MSH-9', known ? '201' : '200', 'This kind of message is not supported', true)
}

async function run(call: Hl7Call, id: string, envelope: Envelope, tries = 3): Promise<void> {
  const handler = requireHandler(envelope, call)
  const planned: Planned = await handler.plan(call, envelope)
  try {
    await transact(call, async (inside) => {
      // Another process may have processed it meanwhile.
      if (!(await lockUndone(inside.db, id))) return
      const { note = '', answer = [] } = await planned.keep(inside)
      await moveMessage(inside.db, id, undone, {
        ...{ state: 'done', reason: note },
        answer: answerSegments('AA', envelope.header, [], answer),
      })
    })
  } catch (error) {
    if (!isAfterOther(error) || tries <= 1) throw error
    await run(call, id, envelope, tries - 1)
  }
}
