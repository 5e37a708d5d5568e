import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, weekdayOf } from '#server/modules/sites/index.ts'
import { endOf, type Pieces, piecesOf, type Span, startOf } from './pieces.ts'

const dayAt = (number: number) => addDays('2024-01-01', number)
const day = fc.nat({ max: 1100 }).map(dayAt)
const spanLists = fc.constantFrom<Span[]>(['quarter', 'month', 'week'], ['month'], ['week'], [])

/** All days of the pieces, and whether each is read from the rows. */
function daysIn({ summed, live }: Pieces): [string, boolean][] {
  const days: [string, boolean][] = live.map((one) => [one.day, true])
  for (const { span, first, last } of summed) {
    expect([startOf[span](first), startOf[span](last)]).toEqual([first, last])
    for (let at = first; at <= endOf(span, last); at = addDays(at, 1)) days.push([at, false])
  }
  return days.sort(([a], [b]) => (a < b ? -1 : 1))
}

describe('the pieces of a period', () => {
  it('the pieces of a period contain each day once, and use sums only for summed days that have not changed since', () => {
    fc.assert(
      fc.property(
        fc.record({ from: day, days: fc.nat({ max: 800 }), spans: spanLists }),
        fc.option(day),
        fc.array(day, { maxLength: 12 }),
        ({ from, days, spans }, through, marked) => {
          const to = addDays(from, days)
          const told = daysIn(piecesOf({ siteId: 'a', through, marked }, { from, to }, spans))
          const plain = Array.from({ length: days + 1 }, (_, i) => {
            const one = addDays(from, i)
            return [one, through === null || one > through || marked.includes(one)]
          })
          expect(told).toEqual(plain)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('the pieces of a year are few, whenever it begins', () => {
    fc.assert(
      fc.property(day, (from) => {
        const state = { siteId: 'a', through: '2030-01-01', marked: [] }
        const { summed } = piecesOf(state, { from, to: addDays(from, 364) }, ['quarter', 'month', 'week'])
        const spans = summed.map(({ span, first, last }) => {
          let count = 1
          for (let at = first; at < last; at = addDays(endOf(span, at), 1)) count++
          return count
        })
        expect(spans.reduce((sum, n) => sum + n, 0)).toBeLessThan(36)
      }),
    )
  })
})

describe('the first and the last day of a span', () => {
  it('a day, week, month or quarter contains the day that it was computed from', () => {
    fc.assert(
      fc.property(day, fc.constantFrom<Span>('day', 'week', 'month', 'quarter'), (one, span) => {
        const start = startOf[span](one)
        expect(start <= one && one <= endOf(span, start)).toBe(true)
        expect(startOf[span](endOf(span, start))).toBe(start)
        expect(startOf[span](addDays(endOf(span, start), 1))).not.toBe(start)
      }),
    )
  })

  it('weeks start on Monday, and months and quarters on their first day', () => {
    expect(weekdayOf(startOf.week('2026-03-01'))).toBe(1)
    expect([startOf.month('2026-02-28'), endOf('month', '2024-02-01')]).toEqual(['2026-02-01', '2024-02-29'])
    expect([startOf.quarter('2026-12-31'), endOf('quarter', '2026-10-01')]).toEqual([
      '2026-10-01',
      '2026-12-31',
    ])
  })
})
