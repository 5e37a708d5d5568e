import { ruleWords } from '#contract/quality-rules.ts'
import type { Blocker } from './queries-quality.ts'

/** Why results wait for a control and what to do, as a sentence for the screen; null if no control prevents their release. */
export function sayBlocked(blockers: readonly Blocker[]): string | null {
  const [first, ...others] = blockers
  if (!first) return null
  const rules = first.rules.map((rule) => `${rule} (${ruleWords[rule]})`).join(', ')
  const lot = `${first.material}, ${first.level}, lot ${first.lot}`
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return `${first.analyte} is out of control: ${lot}, breaks ${rules}${more}. Measure the control again, or take responsibility under Quality.`
}
