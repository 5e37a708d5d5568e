import { type ImportKind, importFields, mostImportColumns, mostImportRows } from '#contract/transfer.ts'
import { type CsvRecord, decodeText, findDelimiter, parseCsv } from '#server/platform/read-csv.ts'
import type { SourceRow } from './decided.ts'
import { matchColumns, readColumns } from './match-columns.ts'

export type FileAsked = { kind: ImportKind; bytes: Uint8Array; columns: string | undefined }

/** The content of a file, or an error that concerns the whole file. */
export type ReadFile = { refused: string } | FileRows
export type FileRows = ReturnType<typeof rowsIn>

export function readFile(asked: FileAsked): ReadFile {
  const { text, encoding } = decodeText(asked.bytes)
  const delimiter = findDelimiter(text)
  const { records, fault } = parseCsv(text, delimiter, mostImportRows + 2, mostImportColumns)
  const [header] = records
  if (!header && fault) return { refused: `Line ${fault.line}: ${fault.message}.` }
  if (!header) return { refused: 'The file is empty. Its first line names the columns.' }
  if (records.length > mostImportRows + 1) {
    return { refused: `The file has more than ${mostImportRows} rows: divide it.` }
  }
  return rowsIn(asked, { encoding, delimiter, fault, header, below: records.slice(1) })
}

type Parsed = Pick<ReturnType<typeof parseCsv>, 'fault'> & {
  encoding: ReturnType<typeof decodeText>['encoding']
  delimiter: ReturnType<typeof findDelimiter>
  header: CsvRecord
  below: CsvRecord[]
}

function rowsIn({ kind, columns }: FileAsked, { below, ...file }: Parsed) {
  const { cells } = file.header
  const matched = columns === undefined ? matchColumns(kind, cells) : readColumns(kind, columns, cells.length)
  return { ...file, first: below[0], matched, rows: below.map((record) => rowOf(kind, matched, record)) }
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
