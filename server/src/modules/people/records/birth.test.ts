import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { utcDay } from '#server/platform/clock.ts'
import { ageOn, type Birth, birthRange, birthsFit, bornByAge } from './birth.ts'

const day = fc
  .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
  .map((date) => utcDay(date))
const age = fc.integer({ min: 0, max: 120 })

describe('a date of birth', () => {
  it('a date of birth is known to the day, the month or the year, or estimated from an age', () => {
    const table: [Birth, first: string, last: string][] = [
      [{ date: '1994-03-07', precision: 'day' }, '1994-03-07', '1994-03-07'],
      [{ date: '1996-02-01', precision: 'month' }, '1996-02-01', '1996-02-29'],
      [{ date: '1994-12-01', precision: 'month' }, '1994-12-01', '1994-12-31'],
      [{ date: '1994-01-01', precision: 'year' }, '1994-01-01', '1994-12-31'],
      [bornByAge(30, '2026-11-22'), '1995-11-23', '1996-11-22'],
      [bornByAge(0, '2026-11-22'), '2025-11-23', '2026-11-22'],
    ]
    for (const [birth, first, last] of table) expect(birthRange(birth)).toEqual({ first, last })
  })

  it('a date of birth estimated from an age covers at most a year and ends on a day that gives this age', () => {
    fc.assert(
      fc.property(age, day, (years, on) => {
        const { first, last } = birthRange(bornByAge(years, on))
        const width = (Date.parse(last) - Date.parse(first)) / 86_400_000
        expect(width === 364 || width === 365).toBe(true)
        expect(Number(on.slice(0, 4)) - Number(last.slice(0, 4))).toBe(years)
      }),
    )
  })

  it('an estimated date of birth fits an age stated later that differs by up to two years, but not that of another generation', () => {
    const said = bornByAge(30, '2026-03-01')
    for (const [years, on, fits] of [
      [31, '2027-03-01', true],
      [30, '2027-06-01', true],
      [32, '2026-03-01', true],
      [40, '2036-03-01', true],
      [34, '2026-03-01', false],
      [12, '2026-03-01', false],
      [30, '2036-03-01', false],
    ] as const) {
      expect(birthsFit(said, bornByAge(years, on)), `${years} on ${on}`).toBe(fits)
      expect(birthsFit(bornByAge(years, on), said)).toBe(fits)
    }
    expect(birthsFit(said, { date: '1995-07-01', precision: 'day' })).toBe(true)
    expect(birthsFit(said, { date: '1985-01-01', precision: 'year' })).toBe(false)
  })

  it('a date of birth gives the age on a day, and the lowest possible age if the day of birth is unknown', () => {
    for (const [date, precision, on, years] of [
      ['1990-03-02', 'day', '2026-03-01', 35],
      ['1990-03-02', 'day', '2026-03-02', 36],
      ['1990-03-01', 'month', '2026-03-30', 35],
      ['1990-01-01', 'year', '2026-12-30', 35],
      ['2026-03-02', 'day', '2026-03-02', 0],
      ['2000-02-29', 'day', '2026-02-28', 25],
    ] as const) {
      expect(ageOn({ date, precision }, on), `${date} ${precision} on ${on}`).toBe(years)
    }
    fc.assert(
      fc.property(age, day, (years, on) => {
        expect(ageOn(bornByAge(years, on), on)).toBe(years)
      }),
    )
  })

  it('a date of birth fits the age that it gives in every later year', () => {
    fc.assert(
      fc.property(age, day, fc.integer({ min: 0, max: 40 }), (years, on, later) => {
        const then = `${Number(on.slice(0, 4)) + later}${on.slice(4)}`
        expect(birthsFit(bornByAge(years, on), bornByAge(years + later, then))).toBe(true)
      }),
    )
  })
})
