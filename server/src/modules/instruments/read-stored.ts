import { recordRun } from '#server/modules/laboratory/index.ts'
import { type Context, transact } from '#server/platform/context.ts'
import { isTransient, Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { attachFiles } from './attach-files.ts'
import { gatherFacts } from './gather-facts.ts'
import { keeperOf } from './keeper.ts'
import { type Outcome, outcomeOf } from './matching/outcome.ts'
import { type InstrumentRow, readInstrument } from './queries-instruments.ts'
import {
  changeMeasured,
  insertMeasured,
  measuredOfMessage,
  sentBefore,
  tellMeasured,
} from './queries-measured.ts'
import { listUnread, lockMessage, type MessageKey, readMessage, setMessageState } from './queries-messages.ts'
import { instantOfWire, readWire } from './read-wire.ts'
import type { Measured } from './wire/measured.ts'

const mostAtOnce = 50

/** Processes the stored messages that are not processed yet, oldest first. */
export async function readUnread(context: Context): Promise<void> {
  for (;;) {
    const keys = await listUnread(context.db, mostAtOnce)
    for (const key of keys) {
      try {
        await readStored(context, key, 'received')
      } catch (error) {
        if (!(error instanceof Error) || isTransient(error)) throw error
        // A message that cannot be processed does not block later messages.
        context.log.error(
          { err: error, instrument: key.instrumentId },
          'a message of an instrument could not be processed',
        )
        await setMessageState(context.db, key, 'unreadable')
      }
    }
    if (keys.length < mostAtOnce) return
  }
}

/**
 * Processes a stored message: its values are matched and written in the transaction that marks the message as read. `from`: `again`
 * for a message that was processed before; its values that are matched, discarded or in quality control stay as they are.
 */
export async function readStored(
  context: Context,
  key: MessageKey,
  from: 'received' | 'again',
): Promise<void> {
  const read = (holdControls: boolean) =>
    transact(context, async (inside) => {
      const message = await lockMessage(inside.db, key)
      if (!message || (from === 'received' && message.state !== 'received')) return
      const instrument = await readInstrument(inside.db, null, key.instrumentId)
      if (!instrument) throw new Error('A message without an instrument')
      const wire = readWire(message.bytes, instrument)
      if (wire.kind === 'unreadable') return setMessageState(inside.db, key, 'unreadable')
      if (wire.kind !== 'results')
        return setMessageState(inside.db, key, wire.kind === 'query' ? 'query' : 'other')
      if (instrument.state !== 'live' && from === 'received') return setMessageState(inside.db, key, 'trial')
      await writeValues(
        inside,
        instrument,
        { ...key, receivedAt: message.receivedAt },
        wire.values,
        holdControls,
      )
      return setMessageState(inside.db, key, 'read')
    })
  await attachFilesOf(context, key, from)
  try {
    await read(false)
  } catch (error) {
    // Quality control refused a run, for example of an expired lot.
    if (!(error instanceof Refusal)) throw error
    await read(true)
  }
}

/** Runs before the message is marked as read: if the server stops here, the files are attached when the message is processed again. */
async function attachFilesOf(context: Context, key: MessageKey, from: 'received' | 'again'): Promise<void> {
  const instrument = await readInstrument(context.db, null, key.instrumentId)
  if (instrument?.protocol !== 'hl7' || instrument.state !== 'live') return
  const message = await readMessage(context.db, instrument, key.id)
  if (!message || (from === 'received' && message.state !== 'received')) return
  const wire = readWire(message.bytes, instrument)
  if (wire.kind !== 'results' || !wire.files) return
  try {
    await attachFiles(context, instrument, wire.files)
  } catch (error) {
    if (isTransient(error)) throw error
    // The values are processed even if an image cannot be attached.
    context.log.error(
      { err: error, instrument: instrument.id },
      'an image of an instrument could not be attached',
    )
  }
}

async function writeValues(
  context: Context,
  instrument: InstrumentRow,
  message: MessageKey & { receivedAt: Date },
  sent: readonly Measured[],
  holdControls: boolean,
): Promise<void> {
  const values = sent.map(cut)
  const { db, clock } = context
  const before = new Map((await measuredOfMessage(db, message)).map((row) => [row.position, row]))
  const facts = await gatherFacts(db, instrument, values)
  const again = await sentBefore(
    db,
    message,
    values.map((value) => ({ ...value, sentTime: value.measuredAt })),
  )
  const seen = new Set<string>()
  const fresh: Parameters<typeof insertMeasured>[1][number][] = []
  const controls: { outcome: Outcome }[] = []
  for (const [position, value] of values.entries()) {
    const old = before.get(position)
    if (old && old.state !== 'held' && old.state !== 'unused') continue
    const { sample, code, measuredAt } = value
    const same = JSON.stringify([sample, code, measuredAt, value.value])
    const isRepeated = again.has(position) || (measuredAt !== '' && seen.has(same))
    seen.add(same)
    const outcome = held(outcomeOf(value, facts, old?.sampleId ?? null), holdControls)
    const { lotId: _, ...became } = outcome
    const change = isRepeated ? { ...became, state: 'repeated' as const, reason: '' as const } : became
    if (outcome.state === 'control' && !isRepeated) controls.push({ outcome })
    if (old) await changeMeasured(db, old, change)
    else {
      fresh.push({
        siteId: message.siteId,
        id: uuidv7(clock),
        instrumentId: message.instrumentId,
        messageId: message.id,
        position,
        ...value,
        sentTime: measuredAt,
        measuredAt: instantOfWire(measuredAt, instrument.timeZone, message.receivedAt),
        ...change,
      })
    }
  }
  await insertMeasured(db, fresh)
  await tellMeasured(db, message.siteId)
  await recordControls(
    context,
    instrument,
    controls.map(({ outcome }) => outcome),
  )
}

const held = (outcome: Outcome, holdControls: boolean): Outcome =>
  holdControls && outcome.state === 'control'
    ? { ...outcome, state: 'held', reason: 'unknown_control', number: null, text: null }
    : outcome

/** The stored form of a value. Fields are cut to a length that no real analyser exceeds. */
const cut = (value: Measured): Measured => ({
  ...value,
  sample: value.sample.slice(0, 100),
  code: value.code.slice(0, 60),
  name: value.name.slice(0, 120),
  value: value.value.slice(0, 2_000),
  unit: value.unit.slice(0, 40),
  measuredAt: value.measuredAt.slice(0, 40),
  operator: value.operator.slice(0, 120),
  comment: value.comment.slice(0, 2_000),
  flags: value.flags.slice(0, 20).map((flag) => flag.slice(0, 40)),
})

/** Records each control lot of a message as a run, under the account that made the instrument live. */
async function recordControls(context: Context, instrument: InstrumentRow, outcomes: readonly Outcome[]) {
  const keeper = keeperOf(context, instrument)
  if (outcomes.length === 0 || keeper === null) return
  for (const lot of new Set(outcomes.map(({ lotId }) => lotId))) {
    // If an analyte was measured twice, the last value counts.
    const values = Object.fromEntries(
      outcomes.flatMap(({ lotId, analyteCode, number }) =>
        lotId === lot && analyteCode !== null && number !== null ? [[analyteCode, number]] : [],
      ),
    )
    if (lot !== null) await recordRun(keeper, { lot, values, instrument: instrument.name })
  }
}
