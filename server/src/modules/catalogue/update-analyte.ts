import type { updateAnalyte as contract } from '#contract/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { analyteFaults, intervalFaults, type Measured } from '#contract/interval-rules.ts'
import { whyNotUcum } from '#contract/ucum.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { changedMeanwhile, invalid, required } from '#server/platform/errors.ts'
import { codeFaults } from './loinc.ts'
import {
  type AnalyteRow,
  answersGiven,
  lockAnalyte,
  readVersions,
  replaceAnalyte,
} from './queries-analytes.ts'

type Change = BodyOf<typeof contract>
type Fields = Omit<Change, 'follows' | 'reason'>

/**
 * Changes an analyte if no stored result changes its meaning: unit and decimals of entered numbers stay, and so do the answers that
 * were given.
 */
export async function updateAnalyte(context: SignedIn, code: string, change: Change): Promise<void> {
  const { follows, reason, ...fields } = change
  await transact(context, async (inside) => {
    const before = required(await lockAnalyte(inside.db, code, 'exclusive'), 'This analyte')
    const changed = changedFields(before, fields)
    if (changed === null) return
    if (before.version !== follows) throw changedMeanwhile(before.name)
    const faults = {
      ...analyteFaults({ ...before, ...fields }),
      ...(await resultFaults(inside.db, before, fields)),
    }
    const all = { ...(await intervalsFit(inside, before, fields)), ...faults }
    if (Object.keys(all).length > 0) throw invalid(all)
    if (!(await replaceAnalyte(inside.db, code, follows, fields))) throw changedMeanwhile(before.name)
    const subject = { kind: 'analyte', id: code }
    await audit(inside, { action: 'analyte.changed', subject, ...changed, reason })
  })
}

/** Faults of changes that contradict stored results or the LOINC code. */
async function resultFaults(tx: Db, before: AnalyteRow, after: Fields): Promise<FieldErrors> {
  const faults: Record<string, string[]> = {}
  if (after.unit !== before.unit) {
    const whyNot = whyNotUcum(after.unit)
    if (before.hasResults) faults.unit = [`Results were entered in “${before.unit}”: the unit stays`]
    else if (whyNot) faults.unit = [whyNot]
  }
  Object.assign(faults, codeChangeFaults(before, after, faults.unit === undefined))
  if (after.decimals !== before.decimals && before.hasResults) {
    faults.decimals = [`Results were entered with ${before.decimals} decimals: these stay`]
  }
  const removed = before.options.filter((option) => !after.options.includes(option))
  const given = removed.length === 0 ? [] : await answersGiven(tx, before.code)
  const kept = removed.filter((option) => given.includes(option))
  if (kept.length > 0) faults.options = [`Results say “${kept.join('”, “')}”: it stays among the answers`]
  return faults
}

/** If code and unit do not fit, the fault is at the changed field. */
function codeChangeFaults(before: AnalyteRow, after: Fields, withUnit: boolean): FieldErrors {
  const sameUnit = after.unit === before.unit
  if (sameUnit && after.loinc === before.loinc && after.loincProperty === before.loincProperty) return {}
  const { unit, ...faults } = codeFaults(after.loinc, after.loincProperty, withUnit ? after.unit : null)
  if (unit === undefined) return faults
  return sameUnit ? { loinc: unit } : { unit }
}

const fieldOf: Readonly<Record<string, 'decimals' | 'lowest' | 'options'>> = {
  ranges: 'lowest',
  normalOptions: 'options',
  criticalOptions: 'options',
}

/** The interval in force and the coming intervals must fit the changed analyte. */
async function intervalsFit(
  { db, clock }: SignedIn,
  before: AnalyteRow,
  after: Fields,
): Promise<FieldErrors> {
  const faults: Record<string, string[]> = {}
  const measured: Measured = { ...before, ...after }
  for (const version of await readVersions(db, before.code, clock.now())) {
    const found = Object.entries(intervalFaults(measured, version))[0]
    if (found) {
      const [path, messages] = found
      const field =
        after.decimals === before.decimals ? (fieldOf[path.split('.')[0] ?? ''] ?? 'lowest') : 'decimals'
      faults[field] = [`The interval does not fit (${messages[0]}). Change the interval first`]
    }
    if (version.inForce) break
  }
  return faults
}
