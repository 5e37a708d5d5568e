import type { Comparison, VerificationDetail } from '#contract/instrument-verifications.ts'
import type { Db } from '#server/platform/database.ts'
import type { InstrumentRow } from '../queries-instruments.ts'
import { readWire } from '../read-wire.ts'
import type { Measured } from '../wire/measured.ts'
import { compare } from './compare.ts'
import { type Mapping, readMapping } from './mapping.ts'
import { readCompared, readComparisons } from './queries-verifications.ts'

export type Content = Pick<VerificationDetail, 'comparisons' | 'notCompared' | 'mapping'>

/** The comparisons of a verification, judged by the present mapping. */
export async function judge(
  db: Db,
  instrument: InstrumentRow,
  verification: string,
): Promise<{ content: Content; mapping: Mapping }> {
  const mapping = await readMapping(db, instrument)
  const rows = await readComparisons(db, instrument, verification)
  const messages = await readCompared(db, instrument, verification)
  const values = new Map([...messages].map(([id, bytes]) => [id, valuesOf(bytes, instrument)]))
  const comparisons = rows.map((row): Comparison => {
    const { messageId, position, code, shownSample, shownValue, shownUnit, by } = row
    const found = values.get(messageId)?.[position]
    const sent = found?.code === code ? found : undefined
    const shown = { sample: shownSample, value: shownValue, unit: shownUnit }
    return {
      ...{ messageId, position, code, shownSample, shownValue, shownUnit, by },
      receivedAt: row.receivedAt.toISOString(),
      analyte: mapping.codes.find((one) => one.code === code)?.analyte ?? '',
      sentSample: sent?.sample ?? '',
      sentValue: sent?.value ?? '',
      sentUnit: sent?.unit ?? '',
      ...compare(
        sent,
        mapping.targets.find((one) => one.code === code),
        shown,
      ),
    }
  })
  const compared = new Set(comparisons.map(({ code }) => code))
  const { profile, protocol, serialNumber, version } = instrument
  return {
    mapping,
    content: {
      comparisons,
      notCompared: mapping.codes.filter(({ code }) => !compared.has(code)),
      mapping: {
        ...{ profile, protocol, serialNumber },
        settingsVersion: version,
        version: mapping.digest.toString('hex').slice(0, 12),
      },
    },
  }
}

/** The values of a message; none if it has no results. */
export function valuesOf(bytes: Buffer, instrument: InstrumentRow): readonly Measured[] {
  const wire = readWire(bytes, instrument)
  return wire.kind === 'results' ? wire.values : []
}
