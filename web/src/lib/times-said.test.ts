import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayOf,
  daysBetween,
  exactly,
  latestMonths,
  sayDay,
  sayDistance,
  sayMinuteRange,
  sayMinutes,
  sayWhen,
  timeOf,
} from './times.ts'

const accra = 'Africa/Accra'
const london = 'Europe/London'

test('both ends of a range of minutes have the same format', () => {
  expect(sayMinuteRange(0, 25)).toBe('up to 25 min')
  expect(sayMinuteRange(0, 65)).toBe('up to 1 h 5 min')
  expect(sayMinuteRange(10, 25)).toBe('10–25 min')
  expect(sayMinuteRange(10, 65)).toBe('10 min – 1 h 5 min')
  expect(sayMinuteRange(65, 90)).toBe('1 h 5 min – 1 h 30 min')
})

test('the latest months go back over the turn of the year', () => {
  expect(latestMonths('2026-02-28', 4)).toEqual(['2026-02', '2026-01', '2025-12', '2025-11'])
  expect(latestMonths('2026-12-31', 2)).toEqual(['2026-12', '2026-11'])
})

describe('times as people say them', () => {
  const now = new Date('2026-03-09T12:30:00Z')

  test('near days have names, others their weekday, and another year is said', () => {
    expect(sayDay('2026-03-09', '2026-03-09')).toBe('today')
    expect(sayDay('2026-03-10', '2026-03-09')).toBe('tomorrow')
    expect(sayDay('2026-03-08', '2026-03-09')).toBe('yesterday')
    expect(sayDay('2026-03-13', '2026-03-09')).toBe('Fri 13 March')
    expect(sayDay('2027-01-04', '2026-12-30')).toBe('Mon 4 January 2027')
  })

  test('an instant is said on the site’s own calendar', () => {
    const lateInLondon = '2026-06-12T23:30:00Z'
    expect(dayOf(lateInLondon, accra)).toBe('2026-06-12')
    expect(dayOf(lateInLondon, london)).toBe('2026-06-13')
    expect(timeOf(lateInLondon, london)).toBe('00:30')
    expect(sayWhen('2026-03-09T14:30:00Z', accra, now)).toBe('today 14:30')
    expect(exactly('2026-06-12T14:30:00Z', accra)).toBe('Friday 12 June 2026, 14:30 (GMT)')
  })

  test('a distance is rounded down, so that nobody is promised more time than there is', () => {
    expect(sayDistance('2026-03-09T14:29:59Z', now)).toBe('in 1 h 59 min')
    expect(sayDistance('2026-03-09T12:30:20Z', now)).toBe('now')
    expect(sayDistance('2026-03-06T12:30:00Z', now)).toBe('3 days ago')
    expect(sayMinutes(120)).toBe('2 h')
  })

  test('days are counted on the calendar, over a change of the clock and a leap day', () => {
    expect(addDays('2026-03-28', 2)).toBe('2026-03-30')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(daysBetween('2026-10-24', '2026-10-26')).toBe(2)
  })
})
