import { describe, expect, it } from 'vitest'
import { isRejection, type WestgardRule, zScore } from '#contract/quality-rules.ts'
import { type ControlPoint, judge } from './westgard.ts'

/** Published worked examples with their sources: values and expected verdicts. */

type Target = { mean: number; sd: number }
type Row = readonly number[]

/** The broken rules of each row, counted from 1, on any level. */
function brokenByRow(rows: readonly Row[], targets: readonly Target[]): Map<number, WestgardRule[]> {
  const points = rows.flatMap((row, index) =>
    row.map(
      (value, level): ControlPoint => ({
        id: `${index + 1}/${level}`,
        run: String(index + 1),
        lot: String(level),
        z: zScore(value, targets[level] ?? { mean: 0, sd: 1 }),
      }),
    ),
  )
  const rules = new Map<number, WestgardRule[]>()
  for (const [id, broken] of judge(points)) {
    const row = Number(id.split('/')[0])
    rules.set(row, [...new Set([...(rules.get(row) ?? []), ...broken])])
  }
  return rules
}

const rowsWith = (rules: Map<number, WestgardRule[]>, ...wanted: WestgardRule[]) =>
  [...rules].filter(([, broken]) => wanted.some((rule) => broken.includes(rule))).map(([row]) => row)

describe('westgard.com, “QC: The Levey-Jennings Control Chart”, exercise with answers (cholesterol, two controls)', () => {
  const targets = [
    { mean: 200, sd: 4 },
    { mean: 250, sd: 5 },
  ]
  // biome-ignore format: a day on a line would be a page
  const days: Row[] = [
    [200, 247], [205, 250], [195, 255], [202, 243], [186, 254], [207, 263], [194, 251], [209, 264], [200, 253],
    [196, 244], [190, 261], [204, 254], [196, 239], [207, 236], [200, 250], [205, 259], [209, 257], [197, 256],
    [196, 249], [198, 257], [197, 241], [195, 255], [198, 250], [199, 259], [191, 247], [197, 242], [190, 256],
    [202, 246],
  ]
  const found = brokenByRow(days, targets)

  it('the published cholesterol controls break 1-2s on days 5, 6, 8, 11, 13, 14, 17, 25 and 27', () => {
    expect(rowsWith(found, '1-2s')).toEqual([5, 6, 8, 11, 13, 14, 17, 25, 27])
  })

  it('the published cholesterol controls break 1-3s on day 5 alone', () => {
    expect(rowsWith(found, '1-3s')).toEqual([5])
  })

  it('the published cholesterol controls are rejected on days 5, 8, 11 and 14', () => {
    expect(rowsWith(found, '1-3s', '2-2s', 'R-4s')).toEqual([5, 8, 11, 14])
    expect(rowsWith(found, '2-2s')).toEqual([8, 14])
    expect(rowsWith(found, 'R-4s')).toContain(11)
  })
})

describe('westgard.com, “Break All the Rules”, answers to part one (one control, mean 47, SD 3)', () => {
  // biome-ignore format: a value on a line would be a page
  const values = [
    42.5, 55.1, 46.4, 47.0, 43.1, 56.9, 41.3, 44.9, 45.5, 41.3, 47.0, 37.7, 41.6, 53.3, 55.4, 44.6, 47.3, 48.2,
    41.3, 42.8, 44.3, 47.6, 44.3, 45.8, 47.6, 39.8, 39.8, 50.9, 49.7, 45.5, 45.2, 47.3, 47.9, 44.3, 40.1, 48.2,
    40.7, 41.9, 43.4, 43.7, 49.7, 42.2, 52.1, 44.6, 45.2, 45.8, 41.6, 41.3, 44.9, 43.7, 45.2, 50.6, 50.3, 51.2,
    51.5, 44.3, 41.6,
  ]
  const found = brokenByRow(
    values.map((value) => [value]),
    [{ mean: 47, sd: 3 }],
  )

  it('the published single control breaks 1-3s at 6 and 12, 2-2s from 14 and from 26, 4-1s from 37 and from 52, and nothing else', () => {
    // The answers name the first value of a row; the rule is broken with its last one.
    const rejected = [...found].filter(([, rules]) => rules.some(isRejection))
    expect(rejected.map(([row, rules]) => [row, rules.filter(isRejection)])).toEqual([
      [6, ['1-3s']],
      [12, ['1-3s']],
      [15, ['2-2s']],
      [27, ['2-2s']],
      [40, ['4-1s']],
      [55, ['4-1s']],
    ])
  })
})

describe('westgard.com, “Break All the Rules”, answers to part two (two controls, means 47 and 71, SDs 3 and 8)', () => {
  // biome-ignore format: a run on a line would be a page
  const runs: Row[] = [
    [51.5, 82.2], [38.9, 51], [47.6, 74.2], [46.0, 91.8], [50.9, 74.2], [53.9, 69.0], [52.7, 58.2], [49.1, 95.5],
    [48.5, 65.4], [37.0, 90.0], [47.0, 63.0], [54.0, 82.2], [53.3, 65.4], [40.0, 86.2], [55.4, 70.2], [49.4, 88.6],
    [46.7, 87.8], [45.8, 85.0], [52.7, 76.6], [51.1, 65.4], [54.0, 86.2], [53.0, 71.0], [49.7, 81.4], [48.2, 90.2],
    [46.4, 80.6], [54.2, 54.0],
  ]
  const found = brokenByRow(runs, [
    { mean: 47, sd: 3 },
    { mean: 71, sd: 8 },
  ])

  it('the published pair of controls breaks 1-3s in runs 8 and 10', () => {
    expect(rowsWith(found, '1-3s')).toEqual([8, 10])
  })

  it('the published pair of controls breaks 2-2s across both controls in run 2, and within one in runs 13 and 17', () => {
    // The answers also name run 22, whose value lies on the limit (53 = 47 + 2 × 3) and so is not beyond it.
    expect(rowsWith(found, '2-2s')).toEqual([2, 13, 17])
  })

  it('the published pair of controls breaks R-4s in runs 10 and 26, and by the calculated range in run 14', () => {
    expect(rowsWith(found, 'R-4s')).toEqual([10, 14, 26])
  })

  it('the published pair of controls breaks 4-1s on the first control in run 22', () => {
    expect(rowsWith(found, '4-1s')).toContain(22)
  })
})

describe('james.westgard.com, “Q&A: 41s rule”', () => {
  it('4-1s counts a value of 1.01 SD and not one of 1.0 SD', () => {
    const four = (last: number) => brokenByRow([[1.2], [1.3], [1.2], [last]], [{ mean: 0, sd: 1 }]).get(4)
    expect(four(1.01)).toEqual(['4-1s'])
    expect(four(1)).toEqual([])
  })
})

describe('Bio-Rad, QCNet, “R-4s” (level 1 at +2.8 SD, level 2 at −1.3 SD)', () => {
  it('level 1 at +2.8 SD and level 2 at −1.3 SD of one run break R-4s', () => {
    expect(brokenByRow([[2.8, -1.3]], [{ mean: 0, sd: 1 }]).get(1)).toContain('R-4s')
  })
})
