export type Row = Record<string, string | number>

/** A table of Markdown, with each cell on one line. */
export function table(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(names),
    line(names.map(() => '---')),
    ...rows.map((row) => line(names.map((name) => cell(row[name] ?? '')))),
  ].join('\n')
}

const cell = (value: string | number): string =>
  String(value)
    .replaceAll('|', '\\|')
    .replaceAll(/\s*\n\s*/g, ' ')
