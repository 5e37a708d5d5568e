import { describe, expect, it } from 'vitest'
import { interpretationsOf, reflexTestsOf } from './interpret.ts'

const rule = (given: object) => ({
  analyte: { code: 'HGB', name: 'Haemoglobin' },
  flags: [],
  atLeast: null,
  below: null,
  answers: [],
  text: 'Anaemia',
  ...given,
})
const found = (given: object) => [{ code: 'HGB', number: null, text: null, flag: '' as const, ...given }]

it('an interpretive text follows from a flag, a number or an answer of its analyte', () => {
  expect(interpretationsOf([rule({ flags: ['L', 'LL'] })], found({ number: 9, flag: 'L' }))).toEqual([
    'Anaemia',
  ])
  expect(interpretationsOf([rule({ flags: ['L', 'LL'] })], found({ number: 17, flag: 'H' }))).toEqual([])
  expect(interpretationsOf([rule({ flags: ['L'] })], found({ code: 'HCT', flag: 'L' }))).toEqual([])
  expect(interpretationsOf([rule({ answers: ['Reactive'] })], found({ text: 'Reactive' }))).toEqual([
    'Anaemia',
  ])
  expect(interpretationsOf([rule({ answers: ['Reactive'] })], found({ text: 'Not reactive' }))).toEqual([])
})

it('a number includes the lower limit and excludes the upper one', () => {
  const between = rule({ atLeast: 7, below: 10 })
  const said = (number: number | null) => interpretationsOf([between], found({ number })).length
  expect([6.9, 7, 9.9, 10, null].map(said)).toEqual([0, 1, 1, 0, 0])
})

it('all given conditions must hold, and a text is said once', () => {
  const both = rule({ flags: ['L'], below: 10 })
  expect(interpretationsOf([both], found({ number: 11, flag: 'L' }))).toEqual([])
  expect(interpretationsOf([both, both], found({ number: 9, flag: 'L' }))).toEqual(['Anaemia'])
})

describe('reflex tests', () => {
  const tsh = { code: 'TSH', number: 9, text: null, flag: 'H' as const }
  const rule = (change: object = {}) => ({
    analyte: { code: 'TSH', name: 'TSH' },
    flags: ['H' as const, 'L' as const],
    atLeast: null,
    below: null,
    answers: [],
    text: 'TSH out of interval',
    addsTest: { code: 'FT4', name: 'Free T4' },
    addsItself: false,
    ...change,
  })

  it('a result to which a rule applies calls for the test of the rule once', () => {
    expect(reflexTestsOf([rule()], [tsh])).toEqual([
      { code: 'FT4', name: 'Free T4', text: 'TSH out of interval', addsItself: false },
    ])
    expect(reflexTestsOf([rule(), rule({ addsItself: true })], [tsh])).toMatchObject([{ addsItself: true }])
  })

  it('other results, and rules that only interpret, call for no test', () => {
    expect(reflexTestsOf([rule()], [{ ...tsh, flag: '' }])).toEqual([])
    expect(reflexTestsOf([rule({ addsTest: null })], [tsh])).toEqual([])
  })
})
