import type { Db } from '#server/platform/database.ts'
import { isOutOfUse, lockInstrument } from './care/queries-breakdowns.ts'
import { type Facts, lotOf } from './matching/outcome.ts'
import { accessionsMeantBy } from './matching/sample-numbers.ts'
import { openLots, orderedOn, samplesMeant, targetsOf } from './queries-matching.ts'
import type { Measured } from './wire/measured.ts'

type Of = { siteId: string; id: string; controlPattern: string }

/**
 * Reads the samples, codes, orders and lots that the values of an instrument are matched with. It takes six statements for any
 * number of values. `said`: accession numbers and ids of samples that people entered.
 */
export async function gatherFacts(
  db: Db,
  instrument: Of,
  values: readonly Measured[],
  said: { accessions: readonly string[]; ids: readonly string[] } = { accessions: [], ids: [] },
): Promise<Facts> {
  const { siteId, controlPattern } = instrument
  const meant = [...said.accessions, ...values.flatMap(({ sample }) => accessionsMeantBy(sample))]
  const samples = await samplesMeant(db, siteId, [...new Set(meant)], said.ids)
  const targets = await targetsOf(db, instrument, [...new Set(values.map(({ code }) => code))])
  const ordered = await orderedOn(db, siteId, [...new Set(samples.map(({ id }) => id))])
  const numbers = values.flatMap((value) => lotOf(value, controlPattern)?.toLowerCase() ?? [])
  const lots = numbers.length === 0 ? [] : await openLots(db, siteId, [...new Set(numbers)])
  await lockInstrument(db, instrument, 'share')
  return { controlPattern, samples, targets, ordered, lots, isOutOfUse: await isOutOfUse(db, instrument) }
}
