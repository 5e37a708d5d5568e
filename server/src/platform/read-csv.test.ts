import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type CsvValue, csvLine, csvMark } from '#contract/csv.ts'
import { decodeText, delimiters, findDelimiter, parseCsv } from './read-csv.ts'

const csvCell = (value: CsvValue) => csvLine([value]).slice(0, -2)
const cell = fc.string({
  unit: fc.constantFrom('a', 'é', '"', ',', ';', '\t', '\n', '\r', '=', '+', '-', '@', "'", ' ', '1'),
})

describe('a CSV file', () => {
  it('CSV cells survive writing and reading, whatever they contain', () => {
    const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 8 })
    fc.assert(
      fc.property(rows, (given) => {
        const text = given.map((row) => csvLine(row)).join('')
        const read = parseCsv(text, ',', 100)
        const trimmed = given.map((row) => row.map((one) => one.trim()))
        expect(read.fault).toBeNull()
        expect(read.records.map(({ cells }) => cells)).toEqual(
          trimmed.filter((row) => row.some((one) => one !== '')),
        )
      }),
    )
  })

  it('the CSV reader never throws on malformed input, and gives the line of the error', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...delimiters), (text, delimiter) => {
        const { records } = parseCsv(text, delimiter, 1000)
        expect(records.every(({ cells }) => cells.length > 0)).toBe(true)
      }),
    )
    expect(parseCsv('a,b\n1,"2\n3', ',', 10).fault).toEqual({
      line: 2,
      message: 'A quotation mark is never closed',
    })
    expect(parseCsv('a\n"b"c', ',', 10).fault?.line).toBe(2)
  })

  it('CSV lines are numbered as in an editor, including cells of several lines and blank lines', () => {
    const { records } = parseCsv('h,i\r\n\r\n"a\nb",1\r\nc,2\rd,3\n', ',', 10)
    expect(records.map(({ line, cells }) => [line, cells[0]])).toEqual([
      [1, 'h'],
      [3, 'a\nb'],
      [5, 'c'],
      [6, 'd'],
    ])
  })

  it('the separator and the encoding of a CSV file are detected', () => {
    expect(findDelimiter('Name;Phone\nA, B;1')).toBe(';')
    expect(findDelimiter('Name\tPhone, mobile\tAge\n')).toBe('\t')
    expect(findDelimiter('"Name; full",Phone\n')).toBe(',')
    expect(decodeText(Buffer.from(`${csvMark}é`))).toEqual({ text: 'é', encoding: 'UTF-8' })
    expect(decodeText(Buffer.from([0x4a, 0xe9, 0x80]))).toEqual({ text: 'Jé€', encoding: 'Windows-1252' })
  })

  it('CSV output contains no cell that a spreadsheet would run, and leaves numbers unchanged', () => {
    for (const text of ['=1+1', '+cmd', '-2+3', '@sum(a1)', '\tx', '\rx']) {
      expect(csvCell(text).replace(/^"/, '')).toMatch(/^'/)
    }
    expect([csvCell('-5'), csvCell('-5.25'), csvCell(-5), csvCell('a-b'), csvCell(null)]).toEqual([
      '-5',
      '-5.25',
      '-5',
      'a-b',
      '',
    ])
  })
})
