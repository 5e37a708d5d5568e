import { describe, expect, it } from 'vitest'
import { dayOf, instantAt, readDay, shortDay, timeOf } from './times.ts'
import { readTypedDay } from './typed-day.ts'

describe('the instant at which a site’s clock shows a time', () => {
  it('is the clock time itself where the zone is on UTC', () => {
    expect(instantAt('2026-03-09', '08:30', 'Africa/Accra')).toBe('2026-03-09T08:30:00.000Z')
  })

  it('follows the zone through summer and winter', () => {
    expect(instantAt('2026-01-15', '08:30', 'Europe/Berlin')).toBe('2026-01-15T07:30:00.000Z')
    expect(instantAt('2026-07-15', '08:30', 'Europe/Berlin')).toBe('2026-07-15T06:30:00.000Z')
  })

  it('is none in the hour that a spring change skips', () => {
    expect(instantAt('2026-03-29', '02:30', 'Europe/Berlin')).toBeNull()
    expect(instantAt('2026-03-29', '03:00', 'Europe/Berlin')).toBe('2026-03-29T01:00:00.000Z')
  })

  it('is the first of two in the hour that an autumn change repeats', () => {
    expect(instantAt('2026-10-25', '02:30', 'Europe/Berlin')).toBe('2026-10-25T00:30:00.000Z')
  })

  it('comes back as the same day and time, also on the other side of the date line', () => {
    for (const zone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'Asia/Kathmandu', 'Australia/Lord_Howe']) {
      const at = instantAt('2026-10-04', '07:15', zone)
      expect(at && [dayOf(at, zone), timeOf(at, zone)]).toEqual(['2026-10-04', '07:15'])
    }
  })
})

describe('a day in an address', () => {
  it.each(['2026-02-28', '2028-02-29', '2026-12-31'])('%s is one', (said) => {
    expect(readDay(said)).toBe(said)
  })

  it.each([
    '2026-13-01',
    '2026-02-30',
    '2026-02-29',
    '2026-00-10',
    '12 May',
    '2026-5-1',
    '',
    20260512,
    undefined,
  ])('%j is none', (said) => {
    expect(readDay(said)).toBeUndefined()
  })
})

describe('the text that is shown for a day', () => {
  it('is read back as that day where it is typed', () => {
    for (const day of ['2026-01-01', '2026-05-31', '2026-09-07', '2028-02-29', '2026-12-25']) {
      expect(readTypedDay(shortDay(day))).toBe(day)
    }
  })
})
