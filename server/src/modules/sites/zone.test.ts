import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { openOn } from './opening.ts'
import {
  addDays,
  firstInstantOfLocal,
  instantOf,
  instantsOfLocal,
  localAt,
  minuteOf,
  weekdayOf,
} from './zone.ts'

const zones = [
  'Africa/Accra',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Cairo',
]
const anyMinute = fc.integer({ min: minuteOf('2020-01-01T00:00:00Z'), max: minuteOf('2035-12-31T00:00:00Z') })
const iso = (minute: number) => instantOf(minute).toISOString()

describe('local time', () => {
  it('local time converts back to its instant', () => {
    fc.assert(
      fc.property(fc.constantFrom(...zones), anyMinute, (zone, minute) => {
        const { day, minuteOfDay } = localAt(zone, minute)
        expect(instantsOfLocal(zone, day, minuteOfDay)).toContain(minute)
      }),
    )
  })

  it('a skipped hour has no instant', () => {
    expect(instantsOfLocal('Europe/Berlin', '2026-03-29', 2 * 60 + 30)).toEqual([])
    expect(iso(firstInstantOfLocal('Europe/Berlin', '2026-03-29', 2 * 60 + 30))).toBe(
      '2026-03-29T01:00:00.000Z',
    )
  })

  it('a repeated hour has two instants', () => {
    expect(instantsOfLocal('Europe/Berlin', '2026-10-25', 2 * 60 + 30).map(iso)).toEqual([
      '2026-10-25T00:30:00.000Z',
      '2026-10-25T01:30:00.000Z',
    ])
  })

  it('a day with a clock change ends at the next midnight, after 23 or 25 hours', () => {
    const lengthOf = (day: string) =>
      firstInstantOfLocal('Europe/Berlin', day, 1440) - firstInstantOfLocal('Europe/Berlin', day, 0)
    expect([lengthOf('2026-03-29'), lengthOf('2026-06-01'), lengthOf('2026-10-25')]).toEqual([
      1380, 1440, 1500,
    ])
  })

  it('days are counted over the ends of months and leap years', () => {
    expect([addDays('2028-02-28', 1), addDays('2026-02-28', 1), addDays('2026-12-31', 1)]).toEqual([
      '2028-02-29',
      '2026-03-01',
      '2027-01-01',
    ])
    expect(weekdayOf('2026-11-20')).toBe(5)
  })
})

describe('opening hours', () => {
  const allDay = Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens: 0, closes: 1440 }))

  it('opening hours are an hour shorter or longer when the clocks change inside them', () => {
    const minutesOpen = (day: string) =>
      openOn('Europe/Berlin', allDay, day).reduce((sum, open) => sum + open.end - open.start, 0)
    expect([minutesOpen('2026-03-29'), minutesOpen('2026-10-25'), minutesOpen('2026-10-26')]).toEqual([
      1380, 1500, 1440,
    ])
  })

  it('the opening hours of a day are those of its weekday, with breaks', () => {
    const hours = [
      { weekday: 1, opens: 13 * 60, closes: 17 * 60 },
      { weekday: 1, opens: 8 * 60, closes: 12 * 60 },
    ]
    expect(
      openOn('Africa/Accra', hours, '2026-03-09').map(({ start, end }) => [iso(start), iso(end)]),
    ).toEqual([
      ['2026-03-09T08:00:00.000Z', '2026-03-09T12:00:00.000Z'],
      ['2026-03-09T13:00:00.000Z', '2026-03-09T17:00:00.000Z'],
    ])
    expect(openOn('Africa/Accra', hours, '2026-03-10')).toEqual([])
  })
})
