import { createHash } from 'node:crypto'
import {
  type ImportKind,
  type ImportPreview,
  importFields,
  importOutcomes,
  mostImportRows,
} from '#contract/transfer.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { decideAppointments } from './decide-appointments.ts'
import { decidePatients } from './decide-patients.ts'
import { type Decisions, hashOf, type SourceRow } from './decided.ts'
import { matchColumns, missingFields, readColumns } from './match-columns.ts'
import { type CsvRecord, decodeText, findDelimiter, parseCsv } from './read-csv.ts'

export type Asked = {
  kind: ImportKind
  bytes: Uint8Array
  source: string
  columns: string | undefined
  tell: boolean
}

export type Planned = { preview: ImportPreview; write: Decisions['write']; sha256: Buffer }

const rowsOfEach = 50

/** Reads a file and decides about its rows by how the laboratory stands on this `db`; writes nothing. */
export async function planImport(context: SignedIn, asked: Asked): Promise<Planned> {
  const { kind, source, tell } = asked
  if (kind === 'patients' && context.actor.sites !== null) {
    throw new Refusal(
      'not_allowed',
      'Patients belong to no one site: somebody who sees all sites can bring them in.',
    )
  }
  const file = readFile(asked)
  const missing = missingFields(kind, file.matched)
  const decisions: Decisions =
    missing.length > 0 || file.fault
      ? { rows: [], write: async () => {} }
      : kind === 'patients'
        ? await decidePatients(context, source, file.rows)
        : await decideAppointments(context, source, file.rows, tell)
  const sha256 = createHash('sha256').update(asked.bytes).digest()
  const problems = [
    ...(file.fault ? [{ row: file.fault.line, field: '', message: file.fault.message }] : []),
    ...missing.map(({ label }) => ({
      row: file.header.line,
      field: label,
      message: 'No column is for this',
    })),
    ...decisions.rows.flatMap(({ line, problems }) =>
      problems.map(({ field, message }) => ({ row: line, field: labelOf(kind, field), message })),
    ),
  ]
  const count = (outcome: string) => decisions.rows.filter((row) => row.outcome === outcome).length
  const totals = {
    rows: file.rows.length,
    new: count('new'),
    changed: count('changed'),
    same: count('same'),
    skipped: count('skipped'),
    error: count('error'),
  }
  const { encoding, delimiter, matched, header, rows } = file
  const preview: ImportPreview = {
    token: hashOf(
      kind,
      source,
      tell,
      sha256.toString('hex'),
      matched,
      decisions.rows.map(({ line, outcome, mark }) => [line, outcome, mark]),
    ).toString('base64url'),
    encoding,
    delimiter,
    columns: header.cells.map((name, index) => ({
      name: name.slice(0, 100) || `Column ${index + 1}`,
      example: (file.first?.cells[index] ?? '').slice(0, 100),
    })),
    matched,
    totals,
    problems,
    rows: importOutcomes.flatMap((outcome) =>
      decisions.rows
        .filter((row) => row.outcome === outcome)
        .slice(0, rowsOfEach)
        .map(({ line, name, note, problems: [problem] }) => ({
          row: line,
          outcome,
          name,
          note: problem ? `${labelOf(kind, problem.field)}: ${problem.message}` : note,
        })),
    ),
    whyNotApply: whyNotApply(problems.length, totals, rows.length),
  }
  return { preview, write: decisions.write, sha256 }
}

function whyNotApply(
  problems: number,
  totals: { new: number; changed: number; error: number },
  rows: number,
): string | null {
  if (problems > 0) {
    const all = totals.error > 0 ? `${totals.error} ${totals.error === 1 ? 'row' : 'rows'}` : 'the file'
    return `Mend ${all} and choose the file again: a file is brought in as a whole or not at all.`
  }
  if (rows === 0) return 'There is nothing below the header of this file.'
  return totals.new + totals.changed === 0 ? 'There is nothing to bring in: no row is new or changed.' : null
}

function labelOf(kind: ImportKind, name: string): string {
  return importFields[kind].find((field) => field.name === name)?.label ?? name
}

function readFile({ kind, bytes, columns }: Asked) {
  const { text, encoding } = decodeText(bytes)
  const delimiter = findDelimiter(text)
  const { records, fault } = parseCsv(text, delimiter, mostImportRows + 2)
  const [header, first] = records
  if (!header) throw invalid({ file: ['The file is empty. Its first line names the columns.'] })
  if (records.length > mostImportRows + 1) {
    throw invalid({ file: [`The file has more than ${mostImportRows} rows: divide it.`] })
  }
  const matched =
    columns === undefined ? matchColumns(kind, header.cells) : readColumns(kind, columns, header.cells.length)
  const rows = records.slice(1).map((record) => rowOf(kind, matched, record))
  return { encoding, delimiter, header, first, matched, rows, fault }
}

const rowOf = (
  kind: ImportKind,
  matched: readonly (number | null)[],
  { line, cells }: CsvRecord,
): SourceRow => ({
  line,
  cells: Object.fromEntries(
    importFields[kind].map(({ name }, index) => [name, cells[matched[index] ?? -1] ?? '']),
  ),
})
