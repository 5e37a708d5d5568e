import { createHash } from 'node:crypto'
import type { Db } from '#server/platform/database.ts'
import type { InstrumentRow } from '../queries-instruments.ts'
import { allTargets, type CodeTarget } from '../queries-matching.ts'

export type Mapping = {
  targets: readonly CodeTarget[]
  /** Mapped codes with the names of their analytes. */
  codes: readonly { code: string; analyte: string }[]
  /** SHA-256 of the settings, codes, units and analytes that determine the results of a message. */
  digest: Buffer
}

/** The present mapping of an analyser. It does not include the limits of plausible results and the address of the analyser. */
export async function readMapping(db: Db, instrument: InstrumentRow): Promise<Mapping> {
  const targets = await allTargets(db, instrument)
  const { protocol, encoding, sampleAt, codeAt, controlPattern, csv } = instrument
  const settings = { protocol, encoding, sampleAt, codeAt, controlPattern, csv: csv && sorted(csv) }
  const meant = targets
    .map(({ lowest: _, highest: _highest, analyteName: _name, ...target }) => sorted(target))
    .sort((a, b) => (String(a.code) < String(b.code) ? -1 : 1))
  const digest = createHash('sha256')
    .update(JSON.stringify([sorted(settings), meant]))
    .digest()
  const codes = targets.flatMap(({ code, analyte, analyteName }) =>
    analyte === null ? [] : [{ code, analyte: analyteName }],
  )
  return { targets, codes, digest }
}

/** The fields in an order that is independent of the database. */
const sorted = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))
