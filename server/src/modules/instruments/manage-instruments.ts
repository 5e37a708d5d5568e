import { addressesIn } from '#contract/connections.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/instruments.ts'
import { instrumentStates } from '#contract/instruments.ts'
import { planAt } from '#server/modules/booking/index.ts'
import { analytesAmong } from '#server/modules/catalogue/index.ts'
import { dayAt } from '#server/modules/sites/index.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import {
  changedMeanwhile,
  invalid,
  notPossible,
  refuseViolationOf,
  required,
} from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { matchRows, sayMatched } from './held.ts'
import { profileOf } from './profiles.ts'
import {
  type InstrumentRow,
  insertInstrument,
  isConnected,
  readCode,
  readCodes,
  type ShownRow,
  readInstrument as selectInstrument,
  setState,
  showInstrument,
  showInstruments,
  writeCodes,
  writeInstrument,
} from './queries-instruments.ts'
import { heldOfCode, lockHeld } from './queries-measured.ts'

/** The settings and code mappings of analysers. */

export async function requireInstrument({ db, actor }: SignedIn, id: string): Promise<InstrumentRow> {
  return required(await selectInstrument(db, actor.sites, id), 'This analyser')
}

/** As `requireInstrument`, for an analyser. Equipment without a connection has no states, codes and verifications. */
export async function requireConnected(context: SignedIn, id: string): Promise<InstrumentRow> {
  const row = await requireInstrument(context, id)
  if (!isConnected(row)) throw notPossible(`${row.name} is equipment without a connection.`)
  return row
}

const present = (row: ShownRow, now: Date) => ({
  ...row,
  careDue: row.careDue && { ...row.careDue, isOver: row.careDue.dueOn <= dayAt(row.timeZone, now) },
  allowed: row.allowed.join(' '),
  sendsOrders: row.ordersSince !== null,
})

export async function listInstruments({ db, actor, clock }: SignedIn) {
  const now = clock.now()
  return { instruments: (await showInstruments(db, actor.sites)).map((row) => present(row, now)) }
}

export async function readInstrument(context: SignedIn, id: string) {
  const { db, actor, clock } = context
  const row = required(await showInstrument(db, actor.sites, id), 'This analyser')
  const codes = await readCodes(db, row)
  return { ...present(row, clock.now()), codes: codes.map(({ isKnown: _, ...code }) => code) }
}

const refuseTaken = refuseViolationOf({
  instrument_name: () => invalid({ name: ['Another analyser has this name'] }),
  instrument_port: () => invalid({ port: ['Another analyser uses this port'] }),
  instrument_folder: () => invalid({ folder: ['Another analyser uses this folder'] }),
  instrument_connection_kind: () =>
    invalid({
      protocol: ['Equipment without a connection cannot become an analyser, nor an analyser such equipment'],
    }),
})

type Settings = Omit<BodyOf<typeof contract.changeInstrument>, 'version'>

/**
 * The settings as columns. Orders are sent only for samples that are received after the setting is turned on. Settings of a
 * connection are dropped for equipment without one.
 */
function columnsOf(
  { allowed, sendsOrders, csv, folder, ...fields }: Settings,
  before: InstrumentRow | null,
  clock: Clock,
) {
  const withLink = fields.protocol !== 'none'
  const ordersSince = withLink && sendsOrders ? (before?.ordersSince ?? clock.now()) : null
  const isFolder = fields.way === 'folder'
  const files = { folder: isFolder ? folder : '', csv: isFolder ? csv : null }
  const tls = withLink && fields.tls
  return { ...fields, ...files, tls, allowed: withLink ? addressesIn(allowed) : [], ordersSince }
}

export async function addInstrument(
  context: SignedIn,
  { siteId: asked, profile: key, ...body }: BodyOf<typeof contract.addInstrument>,
) {
  const fields = columnsOf(body, null, context.clock)
  const profile = await profileOf(context, key)
  if (!profile) throw invalid({ profile: ['Choose a profile from the list'] })
  const siteId = (await planAt(context, asked, [])).site.id
  const id = uuidv7(context.clock)
  await transact(context, async (inside) => {
    await insertInstrument(inside.db, {
      ...fields,
      siteId,
      id,
      profile: key,
    })
    const known = await analytesAmong(
      inside.db,
      profile.codes.flatMap(({ analyte }) => analyte ?? []),
    )
    const codes = profile.codes.filter(
      ({ analyte }) =>
        fields.protocol !== 'none' && (analyte === null || known.some((one) => one.code === analyte)),
    )
    await writeCodes(
      inside.db,
      codes.map(({ code, analyte, unit, factor }) => ({
        siteId,
        instrumentId: id,
        code,
        analyteCode: analyte,
        unit,
        factor,
      })),
    )
    await audit(inside, {
      action: 'instrument.added',
      subject: { kind: 'instrument', id },
      after: { ...body, profile: key },
    })
  }).catch(refuseTaken)
  const next = fields.protocol === 'none' ? '' : ' Turn it on when it is connected to the network.'
  return { message: `${fields.name} is added.${next}`, id }
}

export async function changeInstrument(
  context: SignedIn,
  id: string,
  { version, ...body }: BodyOf<typeof contract.changeInstrument>,
) {
  await transact(context, async (inside) => {
    const before = await requireInstrument(inside, id)
    const after = columnsOf(body, before, inside.clock)
    if (!(await writeInstrument(inside.db, before, version, after))) throw changedMeanwhile(before.name)
    const changed = changedFields(before, after)
    if (changed)
      await audit(inside, { action: 'instrument.changed', subject: { kind: 'instrument', id }, ...changed })
  }).catch(refuseTaken)
  return { message: `${body.name} is saved.` }
}

export async function moveInstrument(
  context: SignedIn,
  id: string,
  { state }: BodyOf<typeof contract.moveInstrument>,
) {
  const { name } = await transact(context, async (inside) => {
    const before = await requireConnected(inside, id)
    if (before.state === state) return before
    await setState(inside.db, before, state, inside.actor.accountId)
    const subject = { kind: 'instrument', id }
    await audit(inside, {
      action: 'instrument.changed',
      subject,
      before: { state: before.state },
      after: { state },
    })
    return before
  })
  return { message: `${name}: ${instrumentStates[state].toLowerCase()}.` }
}

/** The maximum number of held values that are matched again when their code is mapped. The list of held values matches the rest. */
const mostMatched = 2_000

export async function mapCode(
  context: SignedIn,
  id: string,
  { code, analyte, unit, factor }: BodyOf<typeof contract.mapInstrumentCode>,
) {
  const message = await transact(context, async (inside) => {
    const { db, actor } = inside
    const instrument = await requireConnected(inside, id)
    if (analyte !== null && (await analytesAmong(db, [analyte])).length === 0) {
      throw invalid({ analyte: ['The catalogue does not have this analyte'] })
    }
    const before = await readCode(db, instrument, code)
    const after = { analyteCode: analyte, unit, factor }
    await writeCodes(db, [{ siteId: instrument.siteId, instrumentId: id, code, ...after }])
    await audit(inside, {
      action: 'instrument.mapped',
      subject: { kind: 'instrument', id },
      before: before && { analyteCode: before.analyteCode, unit: before.unit, factor: before.factor },
      after: { code, ...after },
    })
    const held = await lockHeld(db, actor.sites, await heldOfCode(db, instrument, code, mostMatched))
    if (held.length === 0) return ''
    return sayMatched(...(await matchRows(inside, held)))
  })
  return { message: `${code} is saved. ${message}`.trim() }
}
