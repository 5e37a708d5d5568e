import { isRejection, type LotState, ruleWords, type WestgardRule } from '#contract/quality-rules.ts'
import type { Actor } from '#server/platform/context.ts'
import type { Blocker } from './queries-quality.ts'

/** Who may do what with controls, as sentences for the screen. The SQL statements enforce the same rules. */

/** Why a lot cannot be measured on this local day; null if it can. */
export function whyNotRun(
  lot: { status: LotState; number: string; expiresOn: string },
  today: string,
): string | null {
  if (lot.status === 'new') return `Lot ${lot.number} has not been opened yet.`
  if (lot.status === 'closed') return `Lot ${lot.number} is closed.`
  return today > lot.expiresOn ? `Lot ${lot.number} has expired: ${lot.expiresOn} was its last day.` : null
}

export function whyNotOpen(lot: { status: LotState }, targets: number): string | null {
  if (lot.status === 'open') return 'This lot is open already.'
  if (lot.status === 'closed') return 'A closed lot is not used again.'
  return targets === 0 ? 'Enter its targets first.' : null
}

export function whyNotClose(
  lot: { status: LotState },
  targets: readonly { name: string; lines: readonly { unanswered: boolean }[] }[],
): string | null {
  if (lot.status === 'closed') return 'This lot is closed already.'
  const out = targets.filter(({ lines }) => lines.some((line) => line.unanswered)).map(({ name }) => name)
  return out.length === 0
    ? null
    : `${out.join(', ')}: out of control. Measure again or take responsibility before the lot is closed.`
}

/** Why this person may not strike out the value; null if they may. */
export function whyNotStrikeOut(
  value: { struck: boolean; byMe: boolean; isRejected: boolean; rules: readonly WestgardRule[] },
  twoPerson: boolean,
): string | null {
  if (value.struck) return 'It is struck out already.'
  if (!twoPerson || !value.byMe) return null
  return value.isRejected || value.rules.some(isRejection)
    ? 'You measured this and it counts against a rule: somebody else has to strike it out.'
    : null
}

/** Why this person may not take responsibility for results despite a broken rule; null if they may. */
export function whyNotAnswer(
  actor: Pick<Actor, 'role'>,
  facts: { unanswered: boolean; skilled: boolean; measuredByMe: boolean; enteredByMe: boolean },
  twoPerson: boolean,
): string | null {
  if (!facts.unanswered) return 'There is no broken rule to take responsibility for.'
  if (actor.role === 'admin') return null
  if (!facts.skilled) return 'No test of yours reports this analyte.'
  if (!twoPerson) return null
  if (facts.measuredByMe) return 'You measured this control: somebody else has to take responsibility.'
  return facts.enteredByMe
    ? 'Results that you entered wait for this control: somebody else has to take responsibility.'
    : null
}

/** Why results wait for a control and what to do, as a sentence for the screen; null if no control prevents their release. */
export function sayBlocked(blockers: readonly Blocker[]): string | null {
  const [first, ...others] = blockers
  if (!first) return null
  const rules = first.rules.map((rule) => `${rule} (${ruleWords[rule]})`).join(', ')
  const lot = [first.material, first.level, `lot ${first.lot}`, first.analyser?.name]
    .filter(Boolean)
    .join(', ')
  const more = others.length > 0 ? `, and ${others.length} more` : ''
  return `${first.analyte} is out of control: ${lot}, breaks ${rules}${more}. Measure the control again, or take responsibility under Quality.`
}
