import { t } from '@lingui/core/macro'
import type { FormOnPaper, OnPaper } from '#contract/results.ts'
import { dayOf, instantAt, shortDay, timeOf } from '../../lib/times.ts'
import type { Typed } from './begin-draft.ts'
import type { DraftField } from './draft-conflict.tsx'

/** What a downtime form says of the time of results, as drafts are kept: under these names beside the values. */
const [day, time, by] = ['paper.day', 'paper.time', 'paper.by'] as const
export const paperNames = { day, time, by }

export const isPaperName = (name: string): boolean => name.startsWith('paper.')

/** Results are from the form as soon as one of the fields is filled in. */
export const isFromPaper = (typed: Typed): boolean => [day, time, by].some((name) => typed[name])

export const paperIn = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name, text]) => isPaperName(name) && text !== ''))

/** What is saved, as it is typed. */
export const savedOnPaper = (form: FormOnPaper | null): Typed =>
  form?.measured
    ? {
        [day]: dayOf(form.measured.at, form.timeZone),
        [time]: timeOf(form.measured.at, form.timeZone),
        [by]: form.measured.byId,
      }
    : {}

/** The day that is most probably on the form. */
export const firstOnPaper = ({ receivedAt, timeZone }: FormOnPaper, today: string): Typed => ({
  [day]: receivedAt === null ? today : dayOf(receivedAt, timeZone),
})

/** For the save; an incomplete time is refused by the server at its field. */
export const onPaperOf = (typed: Typed, form: FormOnPaper | null): OnPaper =>
  form && isFromPaper(typed) ? { measuredAt: instantIn(typed, form), measuredBy: typed[by] ?? '' } : null

function instantIn(typed: Typed, { timeZone }: FormOnPaper): string {
  const [on, at] = [typed[day], typed[time]]
  return on && at ? (instantAt(on, at, timeZone) ?? '') : ''
}

/** The fields in a comparison of two drafts. */
export const paperFields = (form: FormOnPaper | null): DraftField[] =>
  form
    ? [
        { ...field, code: day, name: t`Measured on`, say: shortDay },
        { ...field, code: time, name: t`Measured at` },
        { ...field, code: by, name: t`Written by`, say: (id) => nameIn(form, id) },
      ]
    : []

const field = { unit: '', calculated: false }
const nameIn = ({ staff }: FormOnPaper, id: string) => staff.find((one) => one.id === id)?.fullName ?? id
