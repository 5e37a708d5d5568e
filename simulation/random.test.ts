import { describe, expect, it } from 'vitest'
import { stream } from './random.ts'

const many = (count: number, random: () => number) => Array.from({ length: count }, random)

describe('a stream of random numbers', () => {
  it('gives the same bits for the same seed and keys, on any machine', () => {
    expect(many(3, stream(1, 'service', 17))).toEqual(many(3, stream(1, 'service', 17)))
    expect(many(2, stream(20_260_102, 'walk-ins')).map((one) => one * 4294967296 - 0.5)).toEqual([
      1562798572, 916415288,
    ])
  })

  it('differs for another seed, key or order of keys', () => {
    const first = (seed: number, ...keys: (number | string)[]) => stream(seed, ...keys)()
    const seen = [
      first(1),
      first(2),
      first(2 ** 32 + 1),
      first(-1),
      first(1, 'a'),
      first(1, 'b'),
      first(1, 1),
      first(1, 1, 2),
      first(1, 2, 1),
      first(1, 'ab'),
      first(1, 'ba'),
    ]
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('is uniform within a stream, and across the first numbers of consecutive streams', () => {
    const across = Array.from({ length: 64_000 }, (_, key) => stream(7, 'visit', key)())
    for (const numbers of [many(64_000, stream(7)), across]) {
      const bins = new Array<number>(64).fill(0)
      for (const one of numbers) bins[Math.floor(one * 64)] = (bins[Math.floor(one * 64)] ?? 0) + 1
      const chiSquare = bins.reduce((sum, count) => sum + (count - 1000) ** 2 / 1000, 0)
      // 63 degrees of freedom: by chance one run in a thousand lies above 103, and one in a thousand below 34.
      expect(chiSquare).toBeGreaterThan(34)
      expect(chiSquare).toBeLessThan(103)
      const lag = numbers.slice(1).reduce((sum, one, at) => sum + (one - 0.5) * ((numbers[at] ?? 0) - 0.5), 0)
      expect(Math.abs((12 * lag) / numbers.length)).toBeLessThan(0.013)
    }
  })

  it('never gives 0 or 1', () => {
    const numbers = many(100_000, stream(3))
    expect(Math.min(...numbers)).toBeGreaterThan(0)
    expect(Math.max(...numbers)).toBeLessThan(1)
  })
})
