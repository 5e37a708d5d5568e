import { type Dhis2Outcome, isPositive } from '#contract/dhis2-states.ts'
import { invalid } from '#server/platform/errors.ts'

type Analyte = { name: string; options: readonly string[] }

/** The values that an outcome names, of the chosen ones and the options of the analyte; null: any value. */
export function wantedValues(outcome: Dhis2Outcome, chosen: readonly string[], options: readonly string[]) {
  if (outcome === 'values') return chosen
  return outcome === 'positive' ? options.filter(isPositive) : null
}

/**
 * The chosen values as they are stored: none unless the outcome is `values`.
 * @throws a refusal that names the field
 */
export function chosenValues(
  outcome: Dhis2Outcome,
  chosen: readonly string[],
  analyte: Analyte | undefined,
): string[] {
  if (outcome === 'positive' && !analyte?.options.some(isPositive))
    throw invalid({ outcome: [`${analyte?.name} has no positive values: choose the values instead`] })
  if (outcome !== 'values') return []
  if (chosen.length === 0) throw invalid({ values: ['Choose at least one value'] })
  return [...new Set(chosen)]
}
