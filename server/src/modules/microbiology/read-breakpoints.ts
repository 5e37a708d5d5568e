import { line as lineOf } from '#contract/fields.ts'
import { breakpointColumns, mostBreakpoints } from '#contract/microbiology.ts'
import {
  type Breakpoint,
  type CultureSpecimen,
  cultureSpecimenNames,
  cultureSpecimens,
  methods,
  type Notation,
  organismGroupNames,
  organismGroups,
  whyNotBreakpoint,
} from '#contract/susceptibility.ts'
import { decodeText, findDelimiter, parseCsv } from '#server/platform/read-csv.ts'

type Column = (typeof breakpointColumns)[number]
type Named = { code: string; name: string }
export type Known = { organisms: readonly Named[]; antibiotics: readonly Named[] }

/** Errors by field, such as `line 3, susceptible`. */
export type Problems = Record<string, string[]>

/** The most errors that are listed for a file. */
const mostProblems = 50

/** Reads a breakpoint table from the bytes of a CSV file. Pure. Lists errors by line and field. */
export function readBreakpoints(
  bytes: Uint8Array,
  notation: Notation,
  known: Known,
): { rows: Breakpoint[]; problems: Problems } {
  const { text } = decodeText(bytes)
  const { records, fault } = parseCsv(text, findDelimiter(text), mostBreakpoints + 2)
  const [header, ...below] = records
  if (fault) return { rows: [], problems: { [`line ${fault.line}`]: [`${fault.message}`] } }
  const titles = header?.cells.map((cell) => cell.trim().toLowerCase()) ?? []
  const missing = breakpointColumns.filter((column) => !titles.includes(column))
  if (missing.length > 0)
    return {
      rows: [],
      problems: { 'line 1': [`The first line must name these columns: ${missing.join(', ')}`] },
    }
  if (below.length === 0) return { rows: [], problems: { 'line 2': ['The file has no breakpoint'] } }
  if (below.length > mostBreakpoints)
    return { rows: [], problems: { file: [`The file has more than ${mostBreakpoints} lines`] } }
  const problems: Problems = {}
  const seen = new Map<string, number>()
  const rows = below.flatMap(({ line, cells }) => {
    const cell = (column: Column) => cells[titles.indexOf(column)]?.trim() ?? ''
    const note = (column: Column, problem: string) => {
      if (Object.keys(problems).length < mostProblems) problems[`line ${line}, ${column}`] = [problem]
    }
    const row = readRow(line, cell, note, notation, known)
    if (!row) return []
    const key = [row.appliesTo, row.antibiotic, row.specimen, row.method].join('|')
    const earlier = seen.get(key)
    if (earlier !== undefined)
      note('organism', `Line ${earlier} has the same organism, antibiotic, specimen and method`)
    seen.set(key, line)
    return [row]
  })
  return { rows, problems }
}

const content = lineOf('The content of the disk', 20)

function readRow(
  line: number,
  cell: (column: Column) => string,
  note: (column: Column, problem: string) => void,
  notation: Notation,
  { organisms, antibiotics }: Known,
): Breakpoint | null {
  const groups = organismGroupNames.map((code) => ({ code, name: organismGroups[code] }))
  const specimens = cultureSpecimenNames.map((code) => ({ code, name: cultureSpecimens[code] }))
  const appliesTo = find([...groups, ...organisms], cell('organism'))
  const antibiotic = find(antibiotics, cell('antibiotic'))
  const specimen = cell('specimen') === '' ? '' : find(specimens, cell('specimen'))
  const method = methods.find((one) => one === cell('method').toLowerCase())
  const [susceptible, resistant] = [readNumber(cell('susceptible')), readNumber(cell('resistant'))]
  if (appliesTo === null) note('organism', `“${cell('organism').slice(0, 60)}” is not an organism or group`)
  if (antibiotic === null) note('antibiotic', `“${cell('antibiotic').slice(0, 60)}” is not an antibiotic`)
  if (specimen === null) note('specimen', `“${cell('specimen').slice(0, 60)}” is no specimen`)
  if (!method) note('method', 'The method must be zone or mic')
  const disk = content.safeParse(cell('disk'))
  if (!disk.success) note('disk', disk.error.issues.map(({ message }) => message).join('. '))
  if (susceptible === null) note('susceptible', 'This must be a number')
  if (resistant === null) note('resistant', 'This must be a number')
  if (appliesTo === null || antibiotic === null || specimen === null || !method) return null
  if (!disk.success || susceptible === null || resistant === null) return null
  const limits = { method, susceptible, resistant }
  const why = whyNotBreakpoint(limits, notation)
  if (why) note('susceptible', why)
  return {
    line,
    appliesTo,
    antibiotic,
    specimen: specimen as CultureSpecimen | '',
    disk: disk.data,
    ...limits,
  }
}

/** The code of the entry with this code or name, in upper or lower case. */
function find(among: readonly Named[], text: string): string | null {
  const sought = text.toLowerCase()
  const found = among.find(({ code, name }) => code.toLowerCase() === sought || name.toLowerCase() === sought)
  return found?.code ?? null
}

function readNumber(text: string): number | null {
  const number = text.replace(',', '.')
  return /^\d{1,4}(\.\d{1,4})?$/.test(number) ? Number(number) : null
}
