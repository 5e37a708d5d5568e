import type { CultureStage } from '#contract/cultures.ts'
import type { ResultForm } from '#contract/results.ts'
import type { KeptDraft } from '../../api/kept-drafts.ts'
import { readNumber } from '../../lib/read-number.ts'

export type Typed = Readonly<Record<string, string>>

/**
 * What is saved for a task. `further`: other saved fields in the form in which they are typed, such as the isolates of a culture.
 * `stage`: the stage of a culture's saved reading; a save at another stage is not done although the same reading is saved.
 */
export type DraftForm = ResultForm & { further?: Typed; stage?: CultureStage | null }

/** What stands against going on: the same draft went on elsewhere, or results were saved over which it was not typed. */
export type Conflict =
  | { kind: 'draft'; there: Typed; revision: number; resultsRevision: number }
  | { kind: 'results'; form: DraftForm }

export type Beginning = {
  typed: Typed
  /** The server's draft and the saved results that go before what is sent next. */
  revision: number
  resultsRevision: number
  /** The server does not have it. */
  unsent: boolean
  /** It is what is saved: nothing was typed over it. */
  saved: boolean
  conflict: Conflict | null
}

/**
 * With what a person goes on, from what the server has and what this browser kept (`mine`; null: nothing). Whatever
 * differs and does not follow from the other is a conflict, never a choice made here.
 */
export function beginDraft(form: DraftForm, mine: KeptDraft | null): Beginning {
  const { draft, resultsRevision } = form
  const revision = draft?.revision ?? 0
  // Sent or saved already, and only the answer was lost.
  if (mine === null || isAsSaved(form, mine.typed) || (draft && isSame(mine.typed, draft.typed))) {
    const saved = draft === null || isAsSaved(form, draft.typed)
    const typed = saved ? savedAsTyped(form) : draft.typed
    const conflict = saved ? null : resultsConflict(form, draft.resultsRevision)
    return { typed, revision, resultsRevision, unsent: false, saved, conflict }
  }
  const conflict: Conflict | null =
    draft && !follows(mine, draft)
      ? {
          kind: 'draft',
          there: draft.typed,
          revision: draft.revision,
          resultsRevision: draft.resultsRevision,
        }
      : resultsConflict(form, mine.resultsRevision)
  return {
    typed: mine.typed,
    revision,
    resultsRevision: mine.resultsRevision,
    unsent: true,
    saved: false,
    conflict,
  }
}

function resultsConflict(form: DraftForm, typedOver: number): Conflict | null {
  return typedOver < form.resultsRevision ? { kind: 'results', form } : null
}

/** Whether what is here goes on from the server's draft: from that one, or the server's is one that we sent. */
function follows(mine: KeptDraft, draft: NonNullable<ResultForm['draft']>): boolean {
  if (mine.resultsRevision < draft.resultsRevision) return false
  if (mine.revision === draft.revision) return true
  return mine.revision + 1 === draft.revision && mine.sent.some((typed) => isSame(typed, draft.typed))
}

/** The saved values as they would be typed; calculated ones are not. */
export function savedAsTyped({ analytes, further }: DraftForm): Typed {
  const values = Object.fromEntries(
    analytes.flatMap(({ code, calculated, entered }) =>
      entered && !calculated ? [[code, String(entered.value)]] : [],
    ),
  )
  return { ...values, ...further }
}

/** The same values, however they are written: `12,9` is 12.9, and nothing is an empty field. */
export function isAsSaved(form: DraftForm, typed: Typed): boolean {
  const saved = savedAsTyped(form)
  if (form.further && !isSame(beside(form, typed), form.further)) return false
  return form.analytes.every(({ code, calculated, kind, decimals }) => {
    if (calculated) return true
    const [one, other] = [(typed[code] ?? '').trim(), saved[code] ?? '']
    if (kind !== 'quantity' || one === '' || other === '') return one === other
    const number = readNumber(one, decimals)
    // The server rounds: half a step of the last digit is no difference.
    return number !== null && Math.abs(number - Number(other)) <= 0.5 * 10 ** -(decimals ?? 0) + 1e-9
  })
}

/** What is typed beside the values. */
function beside({ analytes }: DraftForm, typed: Typed): Typed {
  const codes = new Set(analytes.map(({ code }) => code))
  return Object.fromEntries(Object.entries(typed).filter(([code]) => !codes.has(code)))
}

function isSame(one: Typed, other: Typed): boolean {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every(
    (code) => (one[code] ?? '') === (other[code] ?? ''),
  )
}
