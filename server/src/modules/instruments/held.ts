import type { BodyOf } from '#contract/endpoint.ts'
import type {
  matchHeldAgain as againContract,
  discardHeld as discardContract,
} from '#contract/instruments.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, notFound } from '#server/platform/errors.ts'
import { gatherFacts } from './gather-facts.ts'
import { outcomeOf } from './matching/outcome.ts'
import { accessionsMeantBy } from './matching/sample-numbers.ts'
import { readInstrument } from './queries-instruments.ts'
import { changeMeasured, type HeldRow, lockHeld, tellMeasured } from './queries-measured.ts'

/** Held values are matched again, with a corrected sample if one is given, or discarded. */

export async function matchHeldAgain(context: SignedIn, { values, accession }: BodyOf<typeof againContract>) {
  const [found, held] = await transact(context, async (inside) => {
    const rows = await requireHeld(inside, values)
    return matchRows(inside, rows, accession)
  })
  return { message: sayMatched(found, held) }
}

export function sayMatched(found: number, held: number): string {
  const count = found === 1 ? '1 value is offered at the bench.' : `${found} values are offered at the bench.`
  if (held === 0) return count
  const left = held === 1 ? '1 value is still held.' : `${held} values are still held.`
  return found === 0 ? left : `${count} ${left}`
}

async function requireHeld({ db, actor }: SignedIn, values: readonly string[]): Promise<HeldRow[]> {
  const rows = await lockHeld(db, actor.sites, values)
  if (rows.length === 0) throw notFound('These held values')
  return rows
}

/** Returns the number of matched values, and the number of values that are still held. */
export async function matchRows(
  inside: SignedIn,
  rows: readonly HeldRow[],
  accession?: string,
): Promise<[found: number, held: number]> {
  const { db, actor, clock } = inside
  let found = 0
  for (const instrumentId of new Set(rows.map((row) => row.instrumentId))) {
    const instrument = await readInstrument(db, actor.sites, instrumentId)
    if (!instrument) throw notFound('This instrument')
    const own = rows.filter((row) => row.instrumentId === instrumentId)
    const accessions = accession === undefined ? [] : accessionsMeantBy(accession)
    const ids = own.flatMap(({ sampleId }) => sampleId ?? [])
    const measured = own.map((row) => ({ ...row, measuredAt: row.sentTime }))
    const facts = await gatherFacts(db, instrument, measured, { accessions, ids })
    const said = facts.samples.find((sample) => accessions.includes(sample.accession))?.id
    if (accession !== undefined && said === undefined) {
      throw invalid({ accession: ['The site of the analyser has no sample with this number'] })
    }
    for (const [index, row] of own.entries()) {
      const value = measured[index]
      if (!value) continue
      const { lotId: _, ...became } = outcomeOf(value, facts, said ?? row.sampleId)
      // A held control value is never recorded as a run later: the control has to be measured again.
      if (became.state === 'control') continue
      if (became.state !== 'held') found++
      const decided = accession === undefined ? {} : { decidedBy: actor.accountId, decidedAt: clock.now() }
      await changeMeasured(db, row, { ...became, ...decided })
    }
    await tellMeasured(db, instrument.siteId)
    await audit(inside, {
      action: 'measured.matched',
      subject: { kind: 'instrument', id: instrumentId },
      after: { values: own.map(({ id }) => id), accession },
    })
  }
  return [found, rows.length - found]
}

export async function discardHeld(context: SignedIn, { values, reason }: BodyOf<typeof discardContract>) {
  const count = await transact(context, async (inside) => {
    const { db, actor, clock } = inside
    const rows = await requireHeld(inside, values)
    for (const row of rows) {
      const decided = { decidedBy: actor.accountId, decidedAt: clock.now(), decision: reason }
      await changeMeasured(db, row, { state: 'discarded', ...decided })
    }
    for (const instrumentId of new Set(rows.map((row) => row.instrumentId))) {
      const ids = rows.filter((row) => row.instrumentId === instrumentId).map(({ id }) => id)
      const subject = { kind: 'instrument', id: instrumentId }
      await audit(inside, { action: 'measured.discarded', subject, after: { values: ids }, reason })
    }
    return rows.length
  })
  return { message: count === 1 ? '1 value is discarded.' : `${count} values are discarded.` }
}
