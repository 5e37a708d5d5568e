import { expect, it } from 'vitest'
import { bandsOf, faultsOf, rowsOf, withNewRow } from './band-rows.ts'

const analyte = {
  name: 'HGB',
  kind: 'quantity' as const,
  decimals: 1,
  lowest: 0,
  highest: 30,
  options: [],
}
const ranges = [
  { sex: 'any' as const, ageMinYears: 1, ageMaxYears: 12, low: 11, high: 15 },
  { sex: 'any' as const, ageMinYears: 12, low: 12, criticalLow: 7 },
]

it('a table holds the bands as they are reported, and gives them back', () => {
  const rows = rowsOf(ranges, 1)
  expect(rows[0]).toMatchObject({ ageMinYears: '1', low: '11.0', criticalLow: '' })
  expect(bandsOf(rows, 1)).toEqual({ ranges, unread: {} })
})

it('ages of the newborn are in days, with their unit', () => {
  const newborn = [
    { sex: 'any' as const, ageMaxDays: 28, low: 14 },
    { sex: 'any' as const, ageMinDays: 28, ageMaxYears: 1, low: 11 },
  ]
  const rows = rowsOf(newborn, 1)
  expect(rows[1]).toMatchObject({ ageMinYears: '28 d', ageMaxYears: '1' })
  expect(bandsOf(rows, 1)).toEqual({ ranges: newborn, unread: {} })
  const [first] = rows
  if (!first) throw new Error('No row')
  const typed = (ageMaxYears: string) => bandsOf([{ ...first, ageMaxYears }], 1)
  expect(typed('28 days').ranges).toEqual(typed('28d').ranges)
  const late = { ranges: typed('900 d').ranges, normalOptions: null, criticalOptions: null }
  expect(faultsOf(analyte, late, {})).toEqual({
    'ranges.0.ageMaxYears': ['Ages in days are whole days from 0 to 730'],
  })
})

it('a comma is as good as a point, and what is no number is named', () => {
  const [first] = rowsOf(ranges, 1)
  if (!first) throw new Error('No row')
  const read = bandsOf([{ ...first, low: '11,5', high: 'much' }], 1)
  expect(read.ranges[0]).toMatchObject({ low: 11.5 })
  const interval = { ranges: read.ranges, normalOptions: null, criticalOptions: null }
  expect(faultsOf(analyte, interval, read.unread)).toEqual({ 'ranges.0.high': ['“much” is not a number'] })
})

it('a new row begins where the last one ends', () => {
  const rows = withNewRow(rowsOf(ranges.slice(0, 1), 1))
  expect(rows[1]).toMatchObject({ key: 1, sex: 'any', ageMinYears: '12', ageMaxYears: '' })
  expect(withNewRow([])).toHaveLength(1)
})
