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

  it.each([
    ['nothing', {}, true],
    ['a rule that held it back', { heldBack: 'a jump' }, false],
    ['a note', { notes: [{ at: '2026-03-09T08:00:00Z', by: 'Hana', text: 'Repeated once' }] }, false],
    ['a flagged result', { results: [{ ...plain, flag: 'HH' }] }, false],
    ['controls in order', { control: { state: 'in', at: '2026-03-09T08:00:00Z', stale: false } }, true],
    ['a measurement during a breakdown', { outOfUse: [{ analyser: 'XN' }] }, false],
    ['a control warning', { control: { state: 'warning', at: '2026-03-09T08:00:00Z', stale: false } }, false],
    [
      'controls that are too old',
      { control: { state: 'in', at: '2026-03-01T08:00:00Z', stale: true } },
      false,
    ],
  ])('a test with %s is released together with others: %j', (_what, change, expected) => {
    const task = {
      heldBack: null,
      notes: [],
      control: null,
      results: [plain, plain],
      outOfUse: [],
      ...change,
    }
    expect(isPlain(task as never)).toBe(expected)
  })
})
