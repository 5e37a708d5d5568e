import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type WestgardRule, westgardRules, zScore } from '#contract/quality-rules.ts'
import { type ControlPoint, judge } from './westgard.ts'

/** Runs of one or more levels, as distances in SD; null: this level was not measured. */
const pointsOf = (runs: readonly (readonly (number | null)[])[]): ControlPoint[] =>
  runs.flatMap((run, index) =>
    run.flatMap((z, level) =>
      z === null ? [] : [{ id: `${index}:${level}`, run: `run ${index}`, lot: `level ${level}`, z }],
    ),
  )
const one = (...values: number[]) => values.map((z) => [z])
/** The rules that the latest run breaks, by level. */
const latest = (runs: readonly (readonly (number | null)[])[]): WestgardRule[][] => {
  const judged = judge(pointsOf(runs))
  const last = runs.length - 1
  return (runs[last] ?? []).flatMap((z, level) => (z === null ? [] : [judged.get(`${last}:${level}`) ?? []]))
}

describe('the Westgard rules', () => {
  it('1-2s is broken beyond two and 1-3s beyond three standard deviations, not exactly on them', () => {
    expect(latest(one(0.5, -1.2, 2.1))).toEqual([['1-2s']])
    expect(latest(one(0.5, 3.1))).toEqual([['1-2s', '1-3s']])
    expect(latest(one(0, 2))).toEqual([[]])
    expect(latest(one(0, -3))).toEqual([['1-2s']])
  })

  it('2-2s is broken by two values in a row of a level, or by two levels of a run, on the same side', () => {
    expect(latest(one(2.3, 2.1))).toEqual([['1-2s', '2-2s']])
    expect(latest(one(2.3, -2.1))).toEqual([['1-2s']])
    expect(latest([[2.2, 2.4]])).toEqual([
      ['1-2s', '2-2s'],
      ['1-2s', '2-2s'],
    ])
    expect(latest([[2.2, 0, 2.4]])).toEqual([['1-2s', '2-2s'], [], ['1-2s', '2-2s']])
  })

  it('2-2s is not broken by one level after another level of an earlier run', () => {
    expect(latest([[0, 2.3], [2.2]])).toEqual([['1-2s']])
    expect(
      latest([
        [0, 2.3],
        [2.2, 0],
      ]),
    ).toEqual([['1-2s'], []])
  })

  it('R-4s compares the levels of one run only', () => {
    expect(latest([[2.3, -2.2]])).toEqual([
      ['1-2s', 'R-4s'],
      ['1-2s', 'R-4s'],
    ])
    expect(
      latest([
        [2.3, 0],
        [-2.2, 0],
      ]),
    ).toEqual([['1-2s'], []])
    expect(latest([[2.2, -1.8]])).toEqual([['1-2s'], []])
    expect(latest([[2.2, -1.9]])).toEqual([['1-2s', 'R-4s'], ['R-4s']])
  })

  it('4-1s is broken by four values in a row of a level, or of all levels together', () => {
    expect(latest(one(1.1, 1.3, 1.2, 1.4))).toEqual([['4-1s']])
    expect(latest(one(1.1, 1.3, 0.9, 1.4))).toEqual([[]])
    expect(
      latest([
        [1.1, 1.2],
        [1.3, 1.1],
      ]),
    ).toEqual([[], ['4-1s']])
    expect(latest([[1.1, 0], [1.2, 0], [1.3, 0], [1.4]])).toEqual([['4-1s']])
  })

  it('10-x is broken by ten values in a row on one side, of a level or of all levels; a value on the mean is on neither side', () => {
    expect(latest(one(...Array(10).fill(0.2)))).toEqual([['10-x']])
    expect(latest(one(...Array(9).fill(0.2)))).toEqual([[]])
    expect(latest(one(0.2, 0.2, 0, ...Array(9).fill(0.2)))).toEqual([[]])
    expect(latest(Array(5).fill([0.1, 0.2]))).toEqual([[], ['10-x']])
  })

  it('the rules judge a value by earlier values and its own run, never by later values', () => {
    const levels = fc.array(fc.double({ min: -4, max: 4, noNaN: true }), { minLength: 1, maxLength: 3 })
    fc.assert(
      fc.property(fc.array(levels, { minLength: 1, maxLength: 15 }), levels, (runs, later) => {
        const before = judge(pointsOf(runs))
        const after = judge(pointsOf([...runs, later]))
        for (const [id, rules] of before) expect(after.get(id)).toEqual(rules)
      }),
    )
  })

  it('the rules find nothing close to the target, are symmetric, and include 1-2s wherever 1-3s or 2-2s is broken', () => {
    const runs = (most: number) =>
      fc.array(fc.array(fc.double({ min: -most, max: most, noNaN: true }), { minLength: 1, maxLength: 3 }), {
        maxLength: 15,
      })
    fc.assert(
      fc.property(runs(0.999), (quiet) => {
        const found = new Set([...judge(pointsOf(quiet)).values()].flat())
        found.delete('10-x')
        expect([...found]).toEqual([])
      }),
    )
    fc.assert(
      fc.property(runs(4), (wild) => {
        const judged = judge(pointsOf(wild))
        expect(judge(pointsOf(wild.map((run) => run.map((z) => -z))))).toEqual(judged)
        for (const rules of judged.values()) {
          if (rules.includes('1-3s') || rules.includes('2-2s')) expect(rules).toContain('1-2s')
          expect(rules).toEqual(westgardRules.filter((rule) => rules.includes(rule)))
        }
      }),
    )
  })

  it('a shift of both levels is rejected within five runs, whatever its size', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 6, noNaN: true }), fc.boolean(), (shift, down) => {
        const z = down ? -shift : shift
        const found = latest(Array(5).fill([z, z])).flat()
        expect(found).toContain('10-x')
      }),
    )
  })
})

describe('the distance from the target', () => {
  it('a value exactly on a limit of standard deviations is not beyond it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.integer({ min: 1, max: 5_000 }),
        fc.constantFrom(-3, -2, -1, 0, 1, 2, 3),
        fc.integer({ min: 0, max: 4 }),
        (mean, sd, away, decimals) => {
          const scale = 10 ** decimals
          const typed = Number(((mean + away * sd) / scale).toFixed(decimals))
          // Negative zero equals zero.
          expect(zScore(typed, { mean: mean / scale, sd: sd / scale }) + 0).toBe(away)
        },
      ),
    )
    expect(zScore(12.6, { mean: 12, sd: 0.2 })).toBe(3)
  })
})

describe('the multirule on controls that are in control', () => {
  it('controls in control break 1-2s as often as the normal distribution predicts, and are rejected in about 1 % of runs', () => {
    const normal = normalNumbers(20)
    const rounds = 20_000
    const shares = [1, 2, 3].map((levels) => {
      const runs = Array.from({ length: rounds }, () =>
        latest([Array.from({ length: levels }, normal)]).flat(),
      )
      const share = (...rules: WestgardRule[]) =>
        runs.filter((broken) => rules.some((rule) => broken.includes(rule))).length / rounds
      return { warning: share('1-2s'), rejection: share('1-3s', '2-2s', 'R-4s') }
    })
    expect(shares.map(({ warning }) => Math.round(warning * 100))).toEqual([5, 9, 13])
    expect(shares[1]?.rejection).toBeGreaterThan(0.005)
    expect(shares[1]?.rejection).toBeLessThan(0.015)
  })
})

/** Normally distributed numbers, deterministic for a seed. */
function normalNumbers(seed: number): () => number {
  let state = seed
  const uniform = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}
