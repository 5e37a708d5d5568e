import { t } from '@lingui/core/macro'
import type { Deed, TouchedVisit } from '#contract/closures.ts'
import type { ApiError } from '../../api/api-error.ts'
import { sayList } from '../../lib/locale.ts'
import type { FormProblem } from '../../ui/form-problem.ts'

/** What was decided for each visit in a closed time: a start to move it to, or one of two words. */
export type Choice = { move: string } | 'message' | 'cancel' | 'undecided'
export type Choices = Readonly<Record<string, Choice>>

/** The decisions for these visits: those made before, as far as they can still be, else the nearest free time. */
export function choicesFor(visits: readonly TouchedVisit[], before: Choices): Choices {
  return Object.fromEntries(visits.map((visit) => [visit.id, stillHolds(visit, before[visit.id])]))
}

function stillHolds(visit: TouchedVisit, choice: Choice | undefined): Choice {
  if (choice === 'message' || choice === 'cancel') return choice
  if (typeof choice === 'object' && timesOf(visit).includes(choice.move)) return choice
  if (visit.proposal !== null) return { move: visit.proposal }
  return visit.way === null ? 'undecided' : 'message'
}

/** The times that a visit can be moved to, nearest first. */
export function timesOf({ proposal, alternatives }: TouchedVisit): string[] {
  return proposal === null ? [...alternatives] : [proposal, ...alternatives]
}

/** Visits that nothing was decided for are left out. */
export function deedsOf(visits: readonly TouchedVisit[], choices: Choices): Deed[] {
  return visits.flatMap(({ id, version }): Deed[] => {
    const choice = choices[id] ?? 'undecided'
    if (choice === 'undecided') return []
    if (typeof choice === 'object') return [{ action: 'move', id, version, start: choice.move }]
    return [{ action: choice, id, version }]
  })
}

/** What the choice of a visit is called in its form. */
export const fieldOf = (id: string): string => `visits.${id}`

/** What a form says of the visits that nothing is decided for yet, each at its field. */
export function whyUndecided(visits: readonly TouchedVisit[], choices: Choices): Record<string, string[]> {
  const undecided = visits.filter(({ id }) => (choices[id] ?? 'undecided') === 'undecided')
  return Object.fromEntries(undecided.map(({ id }) => [fieldOf(id), [t`Nothing is chosen yet`]]))
}

/** The server names a visit by its place in what was sent, and the form by its id. */
export function atTheirFields(problem: ApiError, sent: readonly Deed[]): FormProblem {
  const fields = Object.entries(problem.fields).map(([name, texts]) => {
    const deed = sent[Number(/^visits\.(\d+)\./.exec(name)?.[1])]
    return [deed ? fieldOf(deed.id) : name, texts] as const
  })
  return { message: problem.message, fields: Object.fromEntries(fields) }
}

/** "Close, move 3 and ask 1". */
export function sayDeeds(verb: string, visits: readonly TouchedVisit[], choices: Choices): string {
  const deeds = deedsOf(visits, choices)
  const count = (action: Deed['action']) => deeds.filter((deed) => deed.action === action).length
  const moved = count('move')
  const asked = count('message')
  const cancelled = count('cancel')
  const all = [
    verb,
    moved > 0 ? t`move ${moved}` : '',
    asked > 0 ? t`ask ${asked}` : '',
    cancelled > 0 ? t`cancel ${cancelled}` : '',
  ].filter((part) => part !== '')
  const said = all.length === 0 ? t`Nothing to do` : sayList(all)
  return said.charAt(0).toUpperCase() + said.slice(1)
}
