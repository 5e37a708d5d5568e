import type { QueryOf } from '#contract/endpoint.ts'
import { type listInstrumentMessages, type MessageState, sentStates } from '#contract/instruments.ts'
import { analytesAmong } from '#server/modules/catalogue/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notPossible, required } from '#server/platform/errors.ts'
import { gatherFacts } from './gather-facts.ts'
import { requireInstrument } from './manage-instruments.ts'
import { outcomeOf } from './matching/outcome.ts'
import type { InstrumentRow } from './queries-instruments.ts'
import { measuredOfMessage } from './queries-measured.ts'
import { readMessage, listMessages as selectMessages } from './queries-messages.ts'
import { readStored } from './read-stored.ts'
import { instantOfWire, readWire, textOf } from './read-wire.ts'
import { shownText } from './wire/shown-text.ts'

/** Stored messages, with the outcome of their values. */

export async function listMessages(
  context: SignedIn,
  id: string,
  query: QueryOf<typeof listInstrumentMessages>,
) {
  return selectMessages(context.db, await requireInstrument(context, id), query)
}

export async function showMessage(context: SignedIn, id: string, messageId: string) {
  const instrument = await requireInstrument(context, id)
  const message = required(await readMessage(context.db, instrument, messageId), 'This message')
  // Reading is audited, since messages can contain names of patients.
  await audit(context, {
    action: 'instrument.read',
    subject: { kind: 'instrument', id },
    after: { message: messageId },
  })
  const written = await measuredOfMessage(context.db, message)
  const becoming =
    written.length > 0
      ? written.map((row) => ({
          ...row,
          reason: row.reason === '' ? null : row.reason,
          analyte: row.analyte ?? '',
          becomes: becomes(row, row.analyteUnit),
        }))
      : await wouldBecome(context, instrument, message)
  const { bytes, ...shownOf } = message
  return { ...shownOf, ...shownText(bytes, (some) => textOf(some, instrument.encoding)), becoming }
}

const becomes = ({ number, text }: { number: number | null; text: string | null }, unit: string | null) =>
  number === null ? (text ?? '') : `${number} ${unit ?? ''}`.trim()

async function wouldBecome(
  { db }: SignedIn,
  instrument: InstrumentRow,
  { bytes, receivedAt, state }: { bytes: Buffer; receivedAt: Date; state: MessageState },
) {
  if (sentStates.has(state)) return []
  const wire = readWire(bytes, instrument)
  if (wire.kind !== 'results') return []
  const facts = await gatherFacts(db, instrument, wire.values)
  const codes = facts.targets.flatMap(({ analyte }) => analyte ?? [])
  const analytes = codes.length === 0 ? [] : await analytesAmong(db, codes)
  return wire.values.map((value, position) => {
    const outcome = outcomeOf(value, facts, null)
    const analyte = analytes.find(({ code }) => code === outcome.analyteCode)
    return {
      ...value,
      position,
      measuredAt: instantOfWire(value.measuredAt, instrument.timeZone, receivedAt),
      state: outcome.state,
      reason: outcome.reason === '' ? null : outcome.reason,
      analyte: analyte?.name ?? '',
      becomes: becomes(outcome, analyte?.unit ?? ''),
    }
  })
}

/** Processes a message again, for example after a code was mapped or a trial ended. */
export async function sendThroughAgain(context: SignedIn, id: string, messageId: string) {
  const instrument = await requireInstrument(context, id)
  const message = required(await readMessage(context.db, instrument, messageId), 'This message')
  if (message.state === 'cut' || message.state === 'part')
    throw notPossible('This message is incomplete. Send it again from the analyser.')
  if (sentStates.has(message.state)) throw notPossible('This is an outgoing message. It has no values.')
  if (instrument.state !== 'live')
    throw notPossible('Make the analyser live first. On trial no values are written.')
  const key = { siteId: instrument.siteId, instrumentId: id, id: messageId }
  await audit(context, {
    action: 'instrument.resent',
    subject: { kind: 'instrument', id },
    after: { message: messageId },
  })
  await readStored(context, key, 'again')
  return { message: 'The message was processed again.' }
}
