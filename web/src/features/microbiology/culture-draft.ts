import type { CultureForm, saveCulture } from '#contract/cultures.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import type { MicrobiologySetup } from '#contract/microbiology.ts'
import {
  type CultureSpecimen,
  type Entry,
  type GrowthAmount,
  type Judged,
  judge,
  type Method,
  readCell,
} from '#contract/susceptibility.ts'

/** A reading of a culture while it is typed. All functions are pure. */

export type DraftRow = { antibiotic: string; method: Method; text: string; shown: boolean | null }
export type DraftIsolate = {
  number: number
  organism: string
  amount: GrowthAmount
  comment: string
  rows: readonly DraftRow[]
}
export type Draft = { values: Readonly<Record<string, string>>; isolates: readonly DraftIsolate[] }

export const mostIsolates = 9

export const draftOf = (form: CultureForm, values: Draft['values'], setup: MicrobiologySetup): Draft => ({
  values,
  isolates: form.isolates.map(({ antibiogram, ...isolate }) => ({
    ...isolate,
    rows: withPanel(
      antibiogram.map((row) => ({
        antibiotic: row.antibiotic,
        method: row.measure?.method ?? 'zone',
        text: row.category ?? (row.measure ? `${row.measure.comparator}${row.measure.value}` : ''),
        shown: row.shown,
      })),
      isolate.organism,
      setup,
    ),
  })),
})

export const newIsolate = (isolates: readonly DraftIsolate[]): DraftIsolate => ({
  number: Math.max(0, ...isolates.map(({ number }) => number)) + 1,
  ...{ organism: '', amount: '', comment: '', rows: [] },
})

/** The rows of the panel in its order, then the others. What was typed stays. */
export function withPanel(
  rows: readonly DraftRow[],
  organism: string,
  setup: MicrobiologySetup,
): readonly DraftRow[] {
  const panel = panelOf(organism, setup)
  const fromPanel = panel.map(
    ({ antibiotic }) =>
      rows.find((row) => row.antibiotic === antibiotic) ?? emptyRow(antibiotic, organism, setup),
  )
  const others = rows.filter(
    ({ antibiotic, text }) => text !== '' && !panel.some((row) => row.antibiotic === antibiotic),
  )
  return [...fromPanel, ...others]
}

const groupOf = (organism: string, { organisms }: MicrobiologySetup) =>
  organisms.find(({ code }) => code === organism)?.group

const panelOf = (organism: string, setup: MicrobiologySetup) =>
  setup.panels.find(({ group }) => group === groupOf(organism, setup))?.rows ?? []

/** A zone, unless the table has only an MIC for it. */
export function emptyRow(antibiotic: string, organism: string, setup: MicrobiologySetup): DraftRow {
  const group = groupOf(organism, setup)
  const methods = (setup.breakpoints?.rows ?? [])
    .filter((row) => row.antibiotic === antibiotic && (row.appliesTo === organism || row.appliesTo === group))
    .map(({ method }) => method)
  const method = methods.includes('mic') && !methods.includes('zone') ? 'mic' : 'zone'
  return { antibiotic, method, text: '', shown: null }
}

/** What the server will make of the typed values; rows that cannot be read have none. */
export function judgedOf(
  { organism, rows }: Pick<DraftIsolate, 'organism' | 'rows'>,
  specimen: CultureSpecimen,
  setup: MicrobiologySetup,
): ReadonlyMap<string, Judged> {
  const group = groupOf(organism, setup)
  if (!group) return new Map()
  const judged = judge(entriesOf(rows), { code: organism, group }, specimen, {
    breakpoints: setup.breakpoints,
    rules: setup.rules,
    panel: panelOf(organism, setup),
  })
  return new Map(judged.map((row) => [row.antibiotic, row]))
}

/** Whether the typed text of a row is neither a value nor a category. */
export const isUnread = ({ text, method }: DraftRow): boolean => readCell(text, method) === null

const entriesOf = (rows: readonly DraftRow[]): Entry[] =>
  rows.flatMap(({ antibiotic, method, text, shown }) => {
    const read = readCell(text, method)
    return read && (read.measure || read.category) ? [{ antibiotic, shown, ...read }] : []
  })

export const bodyOf = (
  { values, isolates }: Draft,
  stage: CultureForm['stage'] & string,
  revision: number,
): BodyInput<typeof saveCulture> => ({
  values: Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== '')),
  isolates: isolates.map(({ rows, ...isolate }) => ({ ...isolate, antibiogram: entriesOf(rows) })),
  stage,
  revision,
})

/** Why the reading cannot be saved as it is typed; null if it can. */
export function whyNotSave({ values, isolates }: Draft): 'values' | 'organism' | 'cell' | null {
  if (Object.values(values).every((value) => value.trim() === '')) return 'values'
  if (isolates.some(({ organism }) => organism === '')) return 'organism'
  return isolates.some(({ rows }) => rows.some(isUnread)) ? 'cell' : null
}
