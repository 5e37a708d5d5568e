import { createHash } from 'node:crypto'
import {
  type ImportKind,
  type ImportPreview,
  importFields,
  importOutcomes,
  missingFields,
} from '#contract/transfer.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { decideAppointments } from './decide-appointments.ts'
import { decidePatients } from './decide-patients.ts'
import { type Decisions, hashOf } from './decided.ts'
import type { FileAsked, FileRows } from './read-file.ts'

export type Asked = FileAsked & { source: string; tell: boolean }

export type Planned = { preview: ImportPreview; write: Decisions['write']; sha256: Buffer }

const rowsOfEach = 50

/** Decides what to do with each row of a file by the data in this `db`; writes nothing. */
export async function planImport(context: SignedIn, asked: Asked, file: FileRows): Promise<Planned> {
  const { kind, source, tell } = asked
  const missing = missingFields(kind, file.matched)
  const decisions: Decisions =
    missing.length > 0 || file.fault
      ? { rows: [], write: async () => {} }
      : kind === 'patients'
        ? await decidePatients(context, { source, identifierHead: identifierHead(file) }, file.rows)
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

/** The header of the column of other numbers. */
function identifierHead({ matched, header }: FileRows): string {
  const at = matched[importFields.patients.findIndex(({ name }) => name === 'identifiers')]
  return (at == null ? undefined : header.cells[at]?.trim()) || 'Number'
}

function labelOf(kind: ImportKind, name: string): string {
  return importFields[kind].find((field) => field.name === name)?.label ?? name
}
