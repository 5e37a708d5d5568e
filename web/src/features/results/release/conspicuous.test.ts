import { describe, expect, it } from 'vitest'
import { isConspicuous, isPlain, sayChange } from './conspicuous.ts'

describe('results that wait for release', () => {
  it.each([
    [12.9, 10.4, '+24 %'],
    [10.4, 12.9, '−19 %'],
    [4.001, 4, '±0 %'],
    [-1, -2, '+50 %'],
    [3, 0, ''],
    [3, null, ''],
    [null, 3, ''],
  ])('the change to %s from %s is said as "%s"', (now, before, said) => {
    expect(sayChange(now, before)).toBe(said)
  })

  const plain = { flag: '' as const, delta: false, birthNeeded: false }

  it('a flag, a jump and a missing interval are conspicuous', () => {
    expect(isConspicuous(plain)).toBe(false)
    expect(isConspicuous({ ...plain, flag: 'L' })).toBe(true)
    expect(isConspicuous({ ...plain, delta: true })).toBe(true)
    expect(isConspicuous({ ...plain, birthNeeded: true })).toBe(true)
  })

  it('a test is plain unless a rule held it back or a result is conspicuous', () => {
    const results = [plain, plain] as never
    expect(isPlain({ heldBack: null, results })).toBe(true)
    expect(isPlain({ heldBack: 'a jump', results })).toBe(false)
    expect(isPlain({ heldBack: null, results: [{ ...plain, flag: 'HH' }] as never })).toBe(false)
  })
})
