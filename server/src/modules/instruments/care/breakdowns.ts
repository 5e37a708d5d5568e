import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type * as contract from '#contract/instrument-breakdowns.ts'
import { tellStaff } from '#server/modules/access/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notPossible, refuseViolationOf, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { requireInstrument } from '../manage-instruments.ts'
import { tellMeasured } from '../queries-measured.ts'
import { pastTimeOf } from './past-time.ts'
import {
  countSaved,
  holdMeasured,
  insertBreakdown,
  listRows,
  listTestsDuring,
  lockInstrument,
  readMonths,
  readOutOfUse,
  startOf,
  writeEnd,
} from './queries-breakdowns.ts'

/** Breakdowns of analysers: reported, ended, and the hours out of use. */

export async function listBreakdowns(
  context: SignedIn,
  id: string,
  query: QueryOf<typeof contract.listBreakdowns>,
) {
  return listRows(context.db, await requireInstrument(context, id), query)
}

export async function listMeasuredOutOfUse(
  context: SignedIn,
  id: string,
  breakdown: string,
  query: QueryOf<typeof contract.listMeasuredOutOfUse>,
) {
  const instrument = await requireInstrument(context, id)
  required(await startOf(context.db, instrument, breakdown), 'This breakdown')
  return listTestsDuring(context.db, instrument, breakdown, query)
}

export const listOutOfUse = async ({ db, actor }: SignedIn) => ({
  instruments: await readOutOfUse(db, actor.sites),
})

export async function readDowntime(context: SignedIn, id: string) {
  const instrument = await requireInstrument(context, id)
  return { months: await readMonths(context.db, instrument, context.clock.now()) }
}

export async function reportBreakdown(
  context: SignedIn,
  id: string,
  { fault, ...when }: BodyOf<typeof contract.reportBreakdown>,
) {
  const { clock, actor } = context
  return transact(context, async (inside) => {
    const { db } = inside
    const instrument = await requireInstrument(inside, id)
    const startedAt = pastTimeOf(instrument, when, clock.now())
    await lockInstrument(db, instrument, 'update')
    const { siteId, name, site } = instrument
    const breakdown = uuidv7(clock)
    const reported = { reportedBy: actor.accountId, reportedAt: clock.now() }
    await insertBreakdown(db, {
      siteId,
      id: breakdown,
      instrumentId: id,
      startedAt,
      fault,
      ...reported,
    }).catch(
      refuseViolationOf({
        instrument_breakdown_once: () => notPossible(`${name} was already reported out of use at this time.`),
      }),
    )
    const held = await holdMeasured(db, instrument, startedAt)
    if (held > 0) await tellMeasured(db, siteId)
    const { saved, released } = await countSaved(db, instrument, startedAt)
    const subject = { kind: 'instrument', id }
    await audit(inside, {
      action: 'instrument.broken_down',
      subject,
      after: { startedAt, fault, held, saved, released },
    })
    const key = `analyser_down:${breakdown}`
    await tellStaff(inside, { siteId, permission: 'instruments', key, except: actor.accountId }, (to) => ({
      kind: 'analyser_down',
      to: to.email,
      payload: { fullName: to.fullName, analyser: name, site },
    }))
    return { message: sayReported(name, { held, saved, released }) }
  })
}

function sayReported(
  name: string,
  { held, saved, released }: { held: number; saved: number; released: number },
): string {
  const said = [
    `${name} is out of use.`,
    held > 0 && (held === 1 ? '1 offered value is held.' : `${held} offered values are held.`),
    saved > 0 &&
      (saved === 1
        ? '1 saved result was measured since: check it.'
        : `${saved} saved results were measured since: check them.`),
    released > 0 &&
      (released === 1
        ? '1 test with such results is already released.'
        : `${released} tests with such results are already released.`),
  ]
  return said.filter(Boolean).join(' ')
}

export async function endBreakdown(
  context: SignedIn,
  id: string,
  breakdown: string,
  { repair, ...when }: BodyOf<typeof contract.endBreakdown>,
) {
  const { clock, actor } = context
  return transact(context, async (inside) => {
    const { db } = inside
    const instrument = await requireInstrument(inside, id)
    const { startedAt } = required(await startOf(db, instrument, breakdown), 'This breakdown')
    const endedAt = pastTimeOf(instrument, when, clock.now())
    if (endedAt <= startedAt) throw invalid({ day: ['Choose a time after the analyser went out of use'] })
    if (!(await writeEnd(db, instrument, breakdown, { endedAt, endedBy: actor.accountId, repair })))
      throw notPossible('The analyser is already back in use.')
    const subject = { kind: 'instrument', id }
    await audit(inside, { action: 'instrument.back_in_use', subject, after: { endedAt, repair } })
    return { message: `${instrument.name} is back in use.` }
  })
}
