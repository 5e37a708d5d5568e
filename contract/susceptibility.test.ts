import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Breakpoint,
  breakpointFor,
  type Entry,
  interpret,
  judge,
  type Measure,
  type Notation,
  type Organism,
  readCell,
  whyNotBreakpoint,
} from './susceptibility.ts'

const coli: Organism = { code: 'escherichia-coli', group: 'enterobacterales' }
const row: Breakpoint = {
  ...{ line: 2, appliesTo: 'enterobacterales', antibiotic: 'CIP', specimen: '', method: 'zone', disk: '5' },
  ...{ susceptible: 25, resistant: 22 },
}
const mic: Breakpoint = { ...row, method: 'mic', disk: '', susceptible: 0.25, resistant: 0.5 }
const zone = (value: number): Measure => ({ method: 'zone', comparator: '', value })
const conc = (value: number, comparator: Measure['comparator'] = ''): Measure => ({
  ...{ method: 'mic', comparator, value },
})
const entry = (antibiotic: string, of: Partial<Entry>): Entry => ({
  ...{ antibiotic, measure: null, category: null, shown: null },
  ...of,
})

describe('the category', () => {
  it('of a zone is S from the S breakpoint upwards, and R below the R breakpoint (exclusive) or from it downwards (inclusive)', () => {
    expect([25, 24, 22, 21].map((at) => interpret(zone(at), row, 'exclusive'))).toEqual(['S', 'I', 'I', 'R'])
    expect([25, 24, 22, 21].map((at) => interpret(zone(at), row, 'inclusive'))).toEqual(['S', 'I', 'R', 'R'])
  })

  it('of an MIC is S up to the S breakpoint, and R above the R breakpoint (exclusive) or from it upwards (inclusive)', () => {
    expect([0.25, 0.5, 1].map((at) => interpret(conc(at), mic, 'exclusive'))).toEqual(['S', 'I', 'R'])
    expect([0.25, 0.5, 1].map((at) => interpret(conc(at), mic, 'inclusive'))).toEqual(['S', 'R', 'R'])
  })

  it('of a value with a sign is given only if all values in its range have the same category', () => {
    expect(interpret(conc(0.25, '<='), mic, 'exclusive')).toBe('S')
    expect(interpret(conc(0.5, '<='), mic, 'exclusive')).toBeNull()
    expect(interpret(conc(0.5, '>'), mic, 'exclusive')).toBe('R')
    expect(interpret(conc(0.5, '>='), mic, 'exclusive')).toBeNull()
    expect(interpret(conc(0.5, '>='), mic, 'inclusive')).toBe('R')
    expect(interpret(conc(0.25, '>'), mic, 'exclusive')).toBeNull()
  })

  const notation = fc.constantFrom<Notation>('exclusive', 'inclusive')
  const steps = [0.03, 0.06, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32, 64]
  const zones = fc
    .tuple(fc.integer({ min: 6, max: 60 }), fc.integer({ min: 6, max: 60 }))
    .map(([susceptible, resistant]) => ({ ...row, susceptible, resistant }))
  const mics = fc
    .tuple(fc.constantFrom(...steps), fc.constantFrom(...steps))
    .map(([susceptible, resistant]) => ({ ...mic, susceptible, resistant }))
  const order = ['R', 'I', 'S']

  it('never becomes less susceptible for a larger zone or a smaller MIC', () => {
    fc.assert(
      fc.property(zones, notation, fc.integer({ min: 6, max: 59 }), (limits, way, at) => {
        fc.pre(whyNotBreakpoint(limits, way) === null)
        const [one, next] = [at, at + 1].map((value) =>
          order.indexOf(interpret(zone(value), limits, way) ?? ''),
        )
        expect(next).toBeGreaterThanOrEqual(one ?? 0)
      }),
    )
    fc.assert(
      fc.property(mics, notation, fc.constantFrom(...steps), (limits, way, at) => {
        fc.pre(whyNotBreakpoint(limits, way) === null)
        const [one, next] = [at, at * 2].map((value) =>
          order.indexOf(interpret(conc(value), limits, way) ?? ''),
        )
        expect(next).toBeLessThanOrEqual(one ?? 0)
      }),
    )
  })

  it('of a value with a sign is the category of every value in its range', () => {
    fc.assert(
      fc.property(
        mics,
        notation,
        fc.constantFrom(...steps),
        fc.constantFrom<Measure['comparator']>('<', '<=', '>', '>='),
        fc.double({ min: 0.001, max: 500, noNaN: true }),
        (limits, way, at, sign, other) => {
          fc.pre(whyNotBreakpoint(limits, way) === null)
          const isMeant = {
            '<': other < at,
            '<=': other <= at,
            '>': other > at,
            '>=': other >= at,
            '': false,
          }
          const category = interpret(conc(at, sign), limits, way)
          fc.pre(category !== null && isMeant[sign])
          expect(interpret(conc(other), limits, way)).toBe(category)
        },
      ),
    )
  })
})

it('the breakpoint of an organism takes precedence over its group, and a breakpoint with specimen over one without', () => {
  const rows = [
    row,
    { ...row, line: 3, specimen: 'urine' as const },
    { ...row, line: 4, appliesTo: 'escherichia-coli' },
    { ...row, line: 5, appliesTo: 'klebsiella-pneumoniae' },
  ]
  const line = (organism: Organism, specimen: 'urine' | 'blood', of = rows) =>
    breakpointFor(of, organism, specimen, { antibiotic: 'CIP', method: 'zone' })?.line
  expect(line(coli, 'blood')).toBe(4)
  expect(line(coli, 'urine')).toBe(4)
  expect(line({ code: 'proteus-mirabilis', group: 'enterobacterales' }, 'urine')).toBe(3)
  expect(line({ code: 'proteus-mirabilis', group: 'enterobacterales' }, 'blood')).toBe(2)
  expect(line({ code: 'pseudomonas-aeruginosa', group: 'pseudomonas' }, 'blood')).toBeUndefined()
})

it('a cell accepts zones, MICs with a sign, and categories', () => {
  expect(readCell('23', 'zone')).toEqual({ measure: zone(23), category: null })
  expect(readCell(' <= 0,25 ', 'mic')).toEqual({ measure: conc(0.25, '<='), category: null })
  expect(readCell('≥32', 'mic')).toEqual({ measure: conc(32, '>='), category: null })
  expect(readCell('r', 'mic')).toEqual({ measure: null, category: 'R' })
  expect(readCell('', 'zone')).toEqual({ measure: null, category: null })
  for (const wrong of ['5', '61', '>20', '2.5', 'X', '-3', '1e9']) expect(readCell(wrong, 'zone')).toBeNull()
  for (const wrong of ['0', '4096', '< >2']) expect(readCell(wrong, 'mic')).toBeNull()
})

describe('an antibiogram', () => {
  const breakpoints = {
    version: 1,
    notation: 'exclusive' as const,
    rows: [row, { ...row, line: 3, antibiotic: 'MEM' }, { ...row, line: 4, antibiotic: 'CRO' }],
  }
  const panel = [
    { antibiotic: 'CIP', shown: 'always' as const, after: [] },
    { antibiotic: 'CRO', shown: 'always' as const, after: [] },
    { antibiotic: 'MEM', shown: 'cascade' as const, after: ['CRO'] },
    { antibiotic: 'COL', shown: 'never' as const, after: [] },
  ]
  const judged = (entries: Entry[], rules: Parameters<typeof judge>[3]['rules'] = []) =>
    judge(entries, coli, 'blood', { breakpoints, rules, panel })

  it('shows a second-line antibiotic only if the first-line antibiotic is not susceptible', () => {
    const meropenem = (first: number) =>
      judged([entry('CRO', { measure: zone(first) }), entry('MEM', { measure: zone(30) })])[1]
    expect(meropenem(26)).toMatchObject({ result: 'S', isShown: false })
    expect(meropenem(20)).toMatchObject({ result: 'S', isShown: true })
  })

  it('hides antibiotics without a category, and follows the technician’s choice against the panel', () => {
    const rows = judged([
      entry('NIT', { measure: zone(20) }),
      entry('CIP', { measure: zone(30), shown: false }),
      entry('COL', { category: 'S' }),
      entry('MEM', { category: 'S', shown: true }),
    ])
    expect(rows.map(({ result, origin, isShown }) => [result, origin, isShown])).toEqual([
      [null, 'none', false],
      ['S', 'breakpoint', false],
      ['S', 'hand', false],
      ['S', 'hand', true],
    ])
  })

  it('applies an expert rule only while it is on, and never to a category entered by hand', () => {
    const rule = {
      ...{ code: 'r', appliesTo: 'enterobacterales', whenAntibiotic: 'CRO', whenCategory: 'R' as const },
      ...{ thenAntibiotics: ['MEM', 'CIP'], isOn: true },
    }
    const entries = [
      entry('CRO', { measure: zone(10) }),
      entry('MEM', { measure: zone(30) }),
      entry('CIP', { category: 'S' }),
    ]
    expect(judged(entries, [rule]).map(({ result, rule: by }) => [result, by])).toEqual([
      ['R', null],
      ['R', 'r'],
      ['S', null],
    ])
    expect(judged(entries, [{ ...rule, isOn: false }])[1]).toMatchObject({ result: 'S', rule: null })
    expect(judged(entries, [{ ...rule, appliesTo: 'pseudomonas' }])[1]).toMatchObject({ result: 'S' })
  })
})
