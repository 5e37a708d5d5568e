import { describe, expect, it } from 'vitest'
import {
  firstShown,
  type OfferedDay,
  partsOfDay,
  sayClosures,
  sayOffer,
  startsOn,
  weekFrom,
  windowOf,
} from './offered-days.ts'

const accra = 'Africa/Accra'
const at = (day: string, time: string) => `${day}T${time}:00.000Z`

function offered(day: string, times: string[] = [], more: Partial<OfferedDay> = {}): OfferedDay {
  return { day, closed: null, taken: 0, starts: times.map((time) => ({ at: at(day, time), time })), ...more }
}

describe('the window of four weeks', () => {
  it('begins with this week, on the weekday on which weeks begin', () => {
    expect(windowOf('2026-03-09', '2026-03-09', 1)).toBe('2026-03-09')
    expect(windowOf('2026-03-15', '2026-03-15', 1)).toBe('2026-03-09')
    expect(windowOf('2026-03-15', '2026-03-15', 0)).toBe('2026-03-15')
    expect(windowOf('2026-03-12', '2026-03-12', 6)).toBe('2026-03-07')
  })

  it('is the one that holds the day, four weeks further each time', () => {
    expect(windowOf('2026-04-05', '2026-03-12', 1)).toBe('2026-03-09')
    expect(windowOf('2026-04-06', '2026-03-12', 1)).toBe('2026-04-06')
    expect(windowOf('2026-05-04', '2026-03-12', 1)).toBe('2026-05-04')
  })
})

describe('the first week shown of a window', () => {
  const shown = (days: readonly OfferedDay[]) => days.map((day) => ({ day, starts: day.starts }))
  const monday = offered('2026-03-16', ['08:00'])
  const closed = { closed: 'Closed on this day' }

  it('is the next week when no day of this week can be booked any more', () => {
    const saturday = offered('2026-03-14')
    const sunday = offered('2026-03-15', [], closed)
    expect(firstShown(shown([saturday, sunday, monday]), '2026-03-09', '2026-03-14')).toBe('2026-03-16')
    expect(firstShown(shown([sunday, monday]), '2026-03-09', '2026-03-15')).toBe('2026-03-16')
  })

  it('is this week while it has a free or a full day, and until the days are known', () => {
    const friday = offered('2026-03-13', [], { taken: 1 })
    const saturday = offered('2026-03-14', ['09:00'])
    expect(firstShown(shown([friday, saturday, monday]), '2026-03-09', '2026-03-13')).toBe('2026-03-09')
    const full = offered('2026-03-14', [], { taken: 1 })
    expect(firstShown(shown([friday, full, monday]), '2026-03-09', '2026-03-13')).toBe('2026-03-09')
    expect(firstShown([], '2026-03-09', '2026-03-13')).toBe('2026-03-09')
  })

  it('is never skipped in later windows', () => {
    const later = [offered('2026-04-06', [], closed), offered('2026-04-13', ['08:00'])]
    expect(firstShown(shown(later), '2026-04-06', '2026-03-13')).toBe('2026-04-06')
  })
})

it('weeks are counted from a given first day', () => {
  expect(weekFrom('2026-03-15', '2026-03-15')).toBe('2026-03-15')
  expect(weekFrom('2026-03-15', '2026-03-21')).toBe('2026-03-15')
  expect(weekFrom('2026-03-15', '2026-03-22')).toBe('2026-03-22')
  expect(weekFrom('2026-03-15', '2026-03-14')).toBe('2026-03-08')
})

describe('the starts of a day', () => {
  const day = offered('2026-03-10', ['08:00', '08:30'])

  it('include what is one’s own although it is taken, in order and once', () => {
    const own = [at('2026-03-10', '08:15'), at('2026-03-10', '08:30'), at('2026-03-11', '08:45')]
    expect(startsOn(day, own, accra).map(({ time }) => time)).toEqual(['08:00', '08:15', '08:30'])
  })

  it('belong to the day of the laboratory, not of the browser', () => {
    const late = '2026-03-10T23:30:00.000Z'
    expect(startsOn(offered('2026-03-11'), [late], 'Europe/Berlin')).toEqual([{ at: late, time: '00:30' }])
  })

  it('are told apart by the part of the day, and parts without any are left out', () => {
    const parts = partsOfDay(offered('2026-03-10', ['11:45', '12:00', '16:45', '17:00']).starts)
    expect(parts.map(({ part, starts }) => [part, starts.map(({ time }) => time)])).toEqual([
      ['morning', ['11:45']],
      ['afternoon', ['12:00', '16:45']],
      ['evening', ['17:00']],
    ])
    expect(partsOfDay([])).toEqual([])
  })
})

describe('a day in words', () => {
  it('says how many times are free, or why there are none', () => {
    const said = (day: OfferedDay) => sayOffer(day, day.starts)
    expect(said(offered('2026-03-10', ['08:00', '08:15']))).toBe('2 times free')
    expect(said(offered('2026-03-10', ['08:00']))).toBe('1 time free')
    expect(said(offered('2026-03-10', [], { taken: 1 }))).toBe('full')
    expect(said(offered('2026-03-10', [], { taken: 0.1 }))).toBe('no times left')
    expect(said(offered('2026-03-10', [], { closed: 'Closed on this day' }))).toBe('closed')
    expect(said(offered('2026-03-10', [], { closed: 'Stocktaking' }))).toBe('closed: Stocktaking')
  })
})

describe('closures in words', () => {
  it('names weekdays without hours once, and closures by their days', () => {
    const closed = (day: string, reason: string) => offered(day, [], { closed: reason })
    const days = [
      closed('2026-03-09', 'Stocktaking'),
      closed('2026-03-10', 'Stocktaking'),
      offered('2026-03-11', ['08:00']),
      closed('2026-03-13', 'Stocktaking'),
      closed('2026-03-14', 'Closed on this day'),
      closed('2026-03-15', 'Closed on this day'),
      closed('2026-03-22', 'Closed on this day'),
    ]
    expect(sayClosures(days, '2026-03-09')).toEqual([
      'Stocktaking: today to tomorrow, Fri 13 March',
      'Closed on Saturdays and Sundays',
    ])
    expect(sayClosures([offered('2026-03-11', ['08:00'])], '2026-03-09')).toEqual([])
  })
})
