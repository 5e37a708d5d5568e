import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addCount, addKept, addTime, countsOf, emptySum, keptOf } from './sums.ts'

const place = { test: fc.constantFrom('', 'FBC', 'MP'), rank: fc.constantFrom(-1, 0, 1, 2) }
const count = fc.record({
  figure: fc.constantFrom('visit', 'released', 'staff_desk'),
  ...place,
  label: fc.constantFrom('', 'came walk-in', 'a "label"'),
  n: fc.nat({ max: 900 }),
})
const time = fc.record({
  step: fc.constantFrom('total', 'wait'),
  ...place,
  bucket: fc.nat({ max: 219 }),
  n: fc.integer({ min: 1, max: 900 }),
})

it('stored sums of parts add up to the sum of the whole', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.array(count), fc.array(time)), { maxLength: 5 }), (parts) => {
      const [whole, added] = [emptySum(), emptySum()]
      for (const [counts, times] of parts) {
        const part = emptySum()
        for (const one of counts) for (const sum of [whole, part]) addCount(sum, one)
        for (const one of times) for (const sum of [whole, part]) addTime(sum, one)
        for (const kept of JSON.parse(JSON.stringify(keptOf(part)))) addKept(added, kept)
      }
      const sorted = (sum: typeof whole) =>
        countsOf(sum)
          .map((one) => JSON.stringify(one))
          .sort()
      expect(sorted(added)).toEqual(sorted(whole))
      expect(added.times).toEqual(whole.times)
    }),
  )
})
