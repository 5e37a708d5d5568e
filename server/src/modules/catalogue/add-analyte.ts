import type { addAnalyte as contract } from '#contract/catalogue.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { analyteFaults, intervalFaults, judges } from '#contract/interval-rules.ts'
import { whyNotUcum } from '#contract/ucum.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid } from '#server/platform/errors.ts'
import { codeFaults } from './loinc.ts'
import { readAnalyteRow } from './queries-analytes.ts'
import { insertAnalyte } from './queries-new-analytes.ts'

type Added = BodyOf<typeof contract>

/** Adds an analyte of the laboratory's own. Its limits are used at once, and wait to be confirmed. */
export async function addAnalyte(context: SignedIn, added: Added): Promise<void> {
  const faults = faultsOf(added)
  if (Object.keys(faults).length > 0) throw invalid(faults)
  const { actor, clock } = context
  const { ranges, normalOptions, criticalOptions, source, ...analyte } = added
  const interval = { ranges, normalOptions, criticalOptions, source }
  await transact(context, async (inside) => {
    const entered = { by: actor.accountId, now: clock.now(), reason: 'The first limits' }
    if (!(await insertAnalyte(inside.db, analyte, interval, entered))) {
      const taken = await readAnalyteRow(inside.db, analyte.code)
      throw invalid({ code: [`${analyte.code} is the code of ${taken?.name ?? 'another analyte'}`] })
    }
    const { code: id, ...fields } = analyte
    await audit(inside, { action: 'analyte.added', subject: { kind: 'analyte', id }, after: fields })
    const { now: validFrom, reason } = entered
    const after = { ...interval, version: 1, validFrom }
    await audit(inside, { action: 'interval.entered', subject: { kind: 'interval', id }, after, reason })
  })
}

/** All faults by field. */
function faultsOf(added: Added): FieldErrors {
  const { kind, unit, loinc, loincProperty, source } = added
  const faults: Record<string, string[]> = { ...intervalFaults(added, added), ...analyteFaults(added) }
  const notUcum = whyNotUcum(unit)
  if (notUcum) faults.unit = [notUcum]
  else if (kind === 'quantity' && unit === '') faults.unit = ['A number needs a unit; 1 for a ratio']
  Object.assign(faults, codeFaults(loinc, loincProperty, faults.unit ? null : unit))
  if (judges(added) && source === '') faults.source = ['Say where the limits come from']
  return faults
}
