import { describe, expect, it } from 'vitest'
import { chargedItems } from './charged-items.ts'

const [a, b] = [
  { code: 'A', package: 'P' },
  { code: 'B', package: 'P' },
]
const c = { code: 'C', package: null }
const of = (settled: string[], priced: string[], added: string[] = []) =>
  chargedItems([a, b, c], { settled: new Set(settled), priced: new Set(priced), added }).toSorted()

describe('charged items', () => {
  it('a package with a price is charged as one item, a package without a price test by test', () => {
    expect(of([], ['P', 'A', 'B', 'C'])).toEqual(['C', 'P'])
    expect(of([], ['A', 'B', 'C'])).toEqual(['A', 'B', 'C'])
  })
  it('charged tests are not replaced by their package, unless the package is added by this change', () => {
    expect(of(['P'], [])).toEqual(['C', 'P'])
    expect(of(['A'], ['P'])).toEqual(['A', 'B', 'C'])
    expect(of(['A'], ['P'], ['P'])).toEqual(['C', 'P'])
  })
  it('a package stays charged while the visit has one of its tests', () => {
    expect(chargedItems([a], { settled: new Set(['P']), priced: new Set() })).toEqual(['P'])
    expect(chargedItems([c], { settled: new Set(['P']), priced: new Set() })).toEqual(['C'])
  })
})
