import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { brokenRules, type ControlRun } from './westgard.ts'

const one = (...values: number[]): ControlRun[] => values.map((z) => [z])

describe('the Westgard rules', () => {
  it('warn beyond two and reject beyond three standard deviations', () => {
    expect(brokenRules(one(0.5, -1.2, 2.1))).toEqual(['1-2s'])
    expect(brokenRules(one(0.5, 3.1))).toEqual(['1-2s', '1-3s'])
    expect(brokenRules(one(0, 2, -3))).toEqual(['1-2s'])
  })

  it('reject two in a row beyond two on the same side, within a level or across levels of a run', () => {
    expect(brokenRules(one(2.3, 2.1))).toContain('2-2s')
    expect(brokenRules(one(2.3, -2.1))).not.toContain('2-2s')
    expect(brokenRules([[2.2, 2.4]])).toContain('2-2s')
    expect(
      brokenRules([
        [2.2, 0],
        [2.4, 0.1],
      ]),
    ).toContain('2-2s')
  })

  it('reject a range of four within one run only', () => {
    expect(brokenRules([[2.3, -2.2]])).toEqual(['1-2s', 'R-4s'])
    expect(
      brokenRules([
        [2.3, 0],
        [-2.2, 0],
      ]),
    ).not.toContain('R-4s')
  })

  it('reject four in a row beyond one and ten in a row on one side', () => {
    expect(brokenRules(one(1.1, 1.3, 1.2, 1.4))).toEqual(['4-1s'])
    expect(brokenRules(one(1.1, 1.3, 0.9, 1.4))).toEqual([])
    expect(brokenRules(one(...Array(10).fill(0.2)))).toEqual(['10-x'])
    expect(brokenRules(one(...Array(9).fill(0.2)))).toEqual([])
    expect(
      brokenRules([
        [0.1, 0.2],
        [0.3, 0.1],
        [0.2, 0.4],
        [0.1, 0.1],
        [0.5, 0.2],
      ]),
    ).toEqual(['10-x'])
  })

  it('find nothing in controls close to the target', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -0.99, max: 0.99, noNaN: true }), { maxLength: 9 }), (values) => {
        expect(brokenRules(one(...values))).toEqual([])
      }),
    )
    expect(brokenRules([])).toEqual([])
  })

  it('are the same for a drift upwards and its mirror downwards', () => {
    fc.assert(
      fc.property(
        fc.array(fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 2, maxLength: 2 }), {
          maxLength: 12,
        }),
        (runs) => {
          expect(brokenRules(runs.map((run) => run.map((z) => -z)))).toEqual(brokenRules(runs))
        },
      ),
    )
  })
})
