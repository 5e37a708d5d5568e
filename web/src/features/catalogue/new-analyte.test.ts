import { expect, it } from 'vitest'
import { nothingTyped, readTyped } from './new-analyte.ts'

it('what was typed of a number is left behind by whoever chooses another kind', () => {
  const number = { ...nothingTyped, unit: 'mg/dl', decimals: '1', lowest: '0', highest: '9' }
  expect(readTyped({ ...number, kind: 'quantity' }).faults.unit?.[0]).toContain('“mg/dL” is')
  for (const kind of ['text', 'coded', 'ordinal'] as const) {
    const { fields, faults } = readTyped({ ...number, kind, options: kind === 'text' ? '' : 'Clear\nMilky' })
    expect(fields).toMatchObject({ unit: '', decimals: null, lowest: null, highest: null })
    expect(faults).toEqual({})
  }
})
