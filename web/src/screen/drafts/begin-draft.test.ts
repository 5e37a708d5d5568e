import { describe, expect, it } from 'vitest'
import type { FormAnalyte, ResultForm } from '#contract/results.ts'
import { beginDraft, isAsSaved } from './begin-draft.ts'

const analyte = (code: string, value: number | null): FormAnalyte => ({
  code,
  name: code,
  kind: 'quantity',
  unit: 'g/dL',
  options: [],
  decimals: 1,
  lowest: 0,
  highest: 100,
  calculated: false,
  formula: null,
  range: null,
  previous: null,
  entered: value === null ? null : { value, flag: '', delta: false },
  measured: null,
})

/** A form of two analytes at a revision of its results, with the server's draft. */
const form = (
  resultsRevision: number,
  saved: [number | null, number | null],
  draft: Omit<NonNullable<ResultForm['draft']>, 'updatedAt'> | null = null,
): ResultForm => ({
  taskId: 'task',
  status: 'in_progress',
  analytes: [analyte('HGB', saved[0]), analyte('PLT', saved[1])],
  repeats: [],
  reflex: [],
  resultsRevision,
  saved: null,
  draft: draft && { ...draft, updatedAt: '2026-03-09T08:30:00Z' },
  callbacks: [],
  enteredBy: null,
  releasedAt: null,
  correctionReason: null,
  inReport: false,
  whyNotEnter: null,
  whyNotRepeat: null,
  whyNotRelease: null,
  outOfUse: [],
  onPaper: null,
})
const kept = (
  typed: Record<string, string>,
  revision: number,
  resultsRevision: number,
  sent: object[] = [],
) => ({
  typed,
  revision,
  resultsRevision,
  sent: sent as Record<string, string>[],
})
const draft = (typed: Record<string, string>, revision: number, resultsRevision: number) => ({
  typed,
  revision,
  resultsRevision,
})

describe('a person goes on', () => {
  it('with what is saved when nothing was typed', () => {
    expect(beginDraft(form(1, [12.9, null]), null)).toMatchObject({
      typed: { HGB: '12.9' },
      resultsRevision: 1,
      saved: true,
      unsent: false,
      conflict: null,
    })
  })

  it('with the server’s draft when this browser kept none', () => {
    expect(beginDraft(form(0, [null, null], draft({ HGB: '12' }, 3, 0)), null)).toMatchObject({
      typed: { HGB: '12' },
      revision: 3,
      saved: false,
      unsent: false,
      conflict: null,
    })
  })

  it('with what the browser kept and the server never got', () => {
    expect(beginDraft(form(0, [null, null]), kept({ HGB: '12' }, 0, 0))).toMatchObject({
      typed: { HGB: '12' },
      unsent: true,
      conflict: null,
    })
    const ahead = beginDraft(form(0, [null, null], draft({ HGB: '1' }, 2, 0)), kept({ HGB: '12' }, 2, 0))
    expect(ahead).toMatchObject({ typed: { HGB: '12' }, revision: 2, unsent: true, conflict: null })
  })

  it('and sends nothing twice when only the answer was lost', () => {
    const server = draft({ HGB: '12' }, 1, 0)
    expect(beginDraft(form(0, [null, null], server), kept({ HGB: '12' }, 0, 0))).toMatchObject({
      revision: 1,
      unsent: false,
      conflict: null,
    })
    // The first was sent, its answer lost, and the second typed after that.
    const second = kept({ HGB: '12.9' }, 0, 0, [{ HGB: '12' }])
    expect(beginDraft(form(0, [null, null], server), second)).toMatchObject({
      typed: { HGB: '12.9' },
      revision: 1,
      unsent: true,
      conflict: null,
    })
  })

  it('from the results when what was kept has become them, however it was written', () => {
    const begun = beginDraft(form(1, [12.9, 250]), kept({ HGB: '12,90', PLT: '250', XYZ: '' }, 2, 0))
    expect(begun).toMatchObject({ saved: true, unsent: false, conflict: null, resultsRevision: 1 })
  })
})

describe('a conflict', () => {
  it('is a draft that went on elsewhere', () => {
    const begun = beginDraft(form(0, [null, null], draft({ HGB: '9' }, 2, 0)), kept({ HGB: '12' }, 1, 0))
    expect(begun).toMatchObject({
      typed: { HGB: '12' },
      conflict: { kind: 'draft', there: { HGB: '9' }, revision: 2 },
    })
  })

  it('is no less one when the numbers agree by chance, since results were saved between', () => {
    const begun = beginDraft(form(1, [11, null], draft({ HGB: '9' }, 2, 1)), kept({ HGB: '12' }, 2, 0))
    expect(begun.conflict).toMatchObject({ kind: 'draft', there: { HGB: '9' } })
  })

  it('is results that were saved since it was typed, here or on the server', () => {
    expect(beginDraft(form(2, [11, null]), kept({ HGB: '12' }, 0, 1))).toMatchObject({
      typed: { HGB: '12' },
      resultsRevision: 1,
      conflict: { kind: 'results' },
    })
    expect(beginDraft(form(2, [11, null], draft({ HGB: '12' }, 1, 1)), null)).toMatchObject({
      typed: { HGB: '12' },
      conflict: { kind: 'results' },
    })
  })

  it('is none when both say the same', () => {
    expect(beginDraft(form(2, [11, null], draft({ HGB: '11.0' }, 1, 1)), null).conflict).toBeNull()
  })
})

it('tells a value from one that is missing, and from one that is no number', () => {
  expect(isAsSaved(form(1, [0, null]), { HGB: '0', PLT: ' ' })).toBe(true)
  expect(isAsSaved(form(1, [0, null]), {})).toBe(false)
  expect(isAsSaved(form(1, [null, null]), { HGB: 'many' })).toBe(false)
  expect(isAsSaved(form(1, [12.9, null]), { HGB: 'many' })).toBe(false)
  expect(isAsSaved(form(1, [12.9, null]), { HGB: '12.94' })).toBe(true)
})
