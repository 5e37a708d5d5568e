import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { line } from '#contract/fields.ts'
import type { ImportOutcome } from '#contract/transfer.ts'
import type { SignedIn } from '#server/platform/context.ts'

/** The fields of a row of a file, with its line number. */
export type SourceRow = { line: number; cells: Readonly<Record<string, string>> }

/** What was decided about a row. */
export type Decided = {
  line: number
  outcome: ImportOutcome
  name: string
  note: string
  problems: { field: string; message: string }[]
  /** The record that it would overwrite, and its version; if they change, the preview is outdated. */
  mark: string
}

/** The plan of an import: a decision for each row, and a function that writes them. */
export type Decisions = {
  rows: Decided[]
  /** Writes new and changed records in the transaction `db`, and stores which record each row became. */
  write: (context: SignedIn, importId: string) => Promise<void>
}

export const hashOf = (...parts: unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest()

/** The number of a row in its source; empty if there is none. */
export const externalNumber = line('Number', 200)

export const faulty = (name: string, line: number, problems: Decided['problems']): Decided => ({
  line,
  outcome: 'error',
  name: name.slice(0, 200),
  note: '',
  problems,
  mark: '',
})

/** Iterates over thousands of rows and yields to other requests in between. */
export async function eachRow<T>(rows: readonly T[], look: (row: T) => void): Promise<void> {
  for (const [index, row] of rows.entries()) {
    if (index % 500 === 499) await setImmediate()
    look(row)
  }
}
