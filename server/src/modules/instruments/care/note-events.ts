import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/instrument-care.ts'
import { analytesAmong } from '#server/modules/catalogue/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notPossible } from '#server/platform/errors.ts'
import { ask } from '#server/platform/events.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { requireInstrument } from '../manage-instruments.ts'
import { reagentLotsAsked } from './events.ts'
import { pastTimeOf } from './past-time.ts'
import { addEvent, listEvents, listMarks, strikeEvent } from './queries-care.ts'

/** Lots, calibrations and services of analysers. */

export async function listInstrumentEvents(
  context: SignedIn,
  id: string,
  query: QueryOf<typeof contract.listInstrumentEvents>,
) {
  return listEvents(context.db, await requireInstrument(context, id), query)
}

export async function noteInstrumentEvent(
  context: SignedIn,
  id: string,
  { day, time, analyte, stockLot, ...body }: BodyOf<typeof contract.noteInstrumentEvent>,
) {
  const { clock, actor } = context
  const now = clock.now()
  await transact(context, async (inside) => {
    const instrument = await requireInstrument(inside, id)
    const at = pastTimeOf(instrument, { day, time }, now)
    if (analyte !== '' && (await analytesAmong(inside.db, [analyte])).length === 0) {
      throw invalid({ analyte: ['The catalogue does not have this analyte'] })
    }
    const { siteId } = instrument
    const lot = await lotOfStock(inside, siteId, { stockLot, lot: body.lot })
    const event = {
      ...body,
      ...lot,
      siteId,
      instrumentId: id,
      at,
      analyteCode: analyte === '' ? null : analyte,
    }
    await addEvent(inside.db, { ...event, id: uuidv7(clock), notedBy: actor.accountId, notedAt: now })
    await audit(inside, {
      action: 'instrument.noted',
      subject: { kind: 'instrument', id },
      after: { ...body, ...lot, at, analyte },
    })
  })
  return { message: 'The entry is added.' }
}

/** The lot number, expiry date and item from the stock; empty for a lot that is not in the stock. */
async function lotOfStock(
  inside: SignedIn,
  siteId: string,
  { stockLot, lot }: { stockLot: string | null; lot: string },
) {
  const lots = await ask(inside, reagentLotsAsked, { siteId })
  if (stockLot === null) {
    const isInStock = lots.some(({ number }) => lot !== '' && number.toLowerCase() === lot.toLowerCase())
    if (isInStock)
      throw invalid({ lot: ['The stock has this lot. Open it in the stock, and choose it from the list'] })
    return {}
  }
  const found = lots.find(({ id, isUsable }) => id === stockLot && isUsable)
  if (!found) throw invalid({ stockLot: ['Choose an opened lot that can be used today'] })
  return { stockLotId: found.id, item: found.item, lot: found.number, expiresOn: found.expiresOn }
}

export async function listInstrumentLots(context: SignedIn, id: string) {
  const { siteId } = await requireInstrument(context, id)
  const lots = await ask(context, reagentLotsAsked, { siteId })
  return { lots: lots.filter(({ isUsable }) => isUsable) }
}

export async function strikeOutInstrumentEvent(
  context: SignedIn,
  id: string,
  event: string,
  { reason }: BodyOf<typeof contract.strikeOutInstrumentEvent>,
) {
  const { clock, actor } = context
  await transact(context, async (inside) => {
    const instrument = await requireInstrument(inside, id)
    const struck = { struckBy: actor.accountId, struckAt: clock.now(), struckReason: reason }
    if (!(await strikeEvent(inside.db, instrument, event, struck)))
      throw notPossible('This entry no longer exists or is already struck out.')
    await audit(inside, {
      action: 'instrument.struck_out',
      subject: { kind: 'instrument', id },
      after: { entry: event },
      reason,
    })
  })
  return { message: 'The entry is struck out.' }
}

export const listInstrumentMarks = (
  { db, actor }: SignedIn,
  { site, analyte }: QueryOf<typeof contract.listInstrumentMarks>,
) => listMarks(db, actor.sites, site, analyte)
