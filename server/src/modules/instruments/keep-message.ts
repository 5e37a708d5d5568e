import { createHash } from 'node:crypto'
import { type Context, transact } from '#server/platform/context.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { longestMessage } from './link/talk.ts'
import { type InstrumentKey, noteLink } from './queries-instruments.ts'
import {
  addRecord,
  insertPart,
  lockLastJoined,
  setMessageState,
  settlePart,
  storeMessage,
} from './queries-messages.ts'
import { endsMessage } from './wire/astm-link.ts'

type Arrived = { bytes: Buffer; peer: string; isWhole: boolean }

/**
 * Stores a message before it is acknowledged and processed, and returns it. `isWhole` is false for a message that was cut off. If the
 * records of an analyser are joined, `bytes` is one record, and the function returns null until the message is complete.
 */
export async function keepMessage(
  context: Context,
  instrument: InstrumentKey & { joinsRecords?: boolean },
  { bytes, peer, isWhole }: Arrived,
): Promise<Buffer | null> {
  const { db, clock } = context
  const at = clock.now()
  const whole =
    instrument.joinsRecords && isWhole ? await joinRecord(context, instrument, { bytes, peer }) : bytes
  if (!instrument.joinsRecords || !isWhole) {
    const state = isWhole ? 'received' : 'cut'
    await storeMessage(db, instrument, { id: uuidv7(clock), bytes, digest: digestOf(bytes), peer, state, at })
  }
  const fine = isWhole ? { trouble: '', troubleAt: null } : {}
  await noteLink(db, instrument, { messageAt: at, heardAt: at, ...fine })
  return whole
}

/** Adds a record to the incomplete message, or begins a new message. Returns the message if this record completes it. */
const joinRecord = (
  context: Context,
  instrument: InstrumentKey,
  { bytes, peer }: { bytes: Buffer; peer: string },
): Promise<Buffer | null> =>
  transact(context, async ({ db, clock }) => {
    const last = await lockLastJoined(db, instrument)
    // A retransmission: the acknowledgement of the record was lost.
    if (last?.bytes.subarray(last.lastRecord ?? 0).equals(bytes)) return null
    const part = last?.state === 'part' ? last : null
    const isLost =
      part && (/^H\W/.test(bytes.toString('latin1')) || part.bytes.length + bytes.length > longestMessage)
    if (isLost) await setMessageState(db, part, 'cut')
    const begun = part && !isLost ? part : null
    const all = begun ? Buffer.concat([begun.bytes, bytes]) : bytes
    const key = begun ?? { siteId: instrument.siteId, id: uuidv7(clock) }
    if (begun) await addRecord(db, key, { bytes: all, lastRecord: begun.bytes.length })
    // The digest of an incomplete message is made from its id.
    else
      await insertPart(db, instrument, { id: key.id, bytes, digest: digestOf(key.id), peer, at: clock.now() })
    if (!endsMessage([all])) return null
    await settlePart(db, instrument, { id: key.id, digest: digestOf(all), at: clock.now() })
    return all
  })

const digestOf = (of: Buffer | string) => createHash('sha256').update(of).digest()
