import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { line } from '#contract/fields.ts'
import type { ImportOutcome } from '#contract/transfer.ts'
import type { SignedIn } from '#server/platform/context.ts'

/** A row of a file as the fields that it has, with the line on which it stands. */
export type SourceRow = { line: number; cells: Readonly<Record<string, string>> }

/** What was decided about a row. */
export type Decided = {
  line: number
  outcome: ImportOutcome
  name: string
  note: string
  problems: { field: string; message: string }[]
  /** What it would be written over, and at which version: another one is another preview. */
  mark: string
}

/** What a file comes to: a decision for each row, and how they are written together. */
export type Decisions = {
  rows: Decided[]
  /** Writes what is new and changed, in the transaction of its `db`, and notes what each row became. */
  write: (context: SignedIn, importId: string) => Promise<void>
}

export const hashOf = (...parts: unknown[]): Buffer =>
  createHash('sha256').update(JSON.stringify(parts)).digest()

/** The number of a row in its source; empty where there is none. */
export const externalNumber = line('Number', 200)

export const faulty = (name: string, line: number, problems: Decided['problems']): Decided => ({
  line,
  outcome: 'error',
  name: name.slice(0, 200),
  note: '',
  problems,
  mark: '',
})

/** Goes through thousands of rows and lets others have the processor in between. */
export async function eachRow<T>(rows: readonly T[], look: (row: T) => void): Promise<void> {
  for (const [index, row] of rows.entries()) {
    if (index % 500 === 499) await setImmediate()
    look(row)
  }
}
