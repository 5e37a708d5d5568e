import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clockAt, instantOf, minuteOf } from '#server/modules/sites/index.ts'
import { quietAround, reminderTimes } from './reminder-times.ts'

const rules = { leads: [1440, 120], fastingHours: 10, quiet: { from: 21 * 60, until: 7 * 60 } }
const times = (startsAt: string, zone = 'Africa/Accra', fasting = false) =>
  reminderTimes({ startsAt: minuteOf(startsAt), zone, fasting }, rules).map(
    ({ kind, lead, sendAt }) =>
      `${kind === 'fasting_begins' ? 'fasting' : `${lead / 60} h`} ${instantOf(sendAt).toISOString().slice(0, 16)}`,
  )

describe('reminder times', () => {
  test('reminders are due a day and two hours before a visit', () => {
    expect(times('2026-03-10T14:00:00Z')).toEqual(['24 h 2026-03-09T14:00', '2 h 2026-03-10T12:00'])
  })

  test('a reminder due in quiet hours moves to the morning if enough time remains, otherwise to the evening before', () => {
    expect(times('2026-03-10T08:30:00Z')).toEqual(['24 h 2026-03-09T08:30', '2 h 2026-03-10T07:00'])
    expect(times('2026-03-10T07:30:00Z')).toEqual(['24 h 2026-03-09T07:30', '2 h 2026-03-09T20:30'])
    expect(times('2026-03-10T22:30:00Z')).toEqual(['24 h 2026-03-10T07:00', '2 h 2026-03-10T20:30'])
  })

  test('the fasting reminder is due when fasting begins, or before quiet hours if fasting begins in them', () => {
    expect(times('2026-03-10T08:00:00Z', 'Africa/Accra', true)).toContain('fasting 2026-03-09T20:30')
    expect(times('2026-03-10T18:00:00Z', 'Africa/Accra', true)).toContain('fasting 2026-03-10T08:00')
  })

  test('reminders move out of quiet hours also when the clocks change that night', () => {
    // Berlin, 29 March 2026: 02:00 becomes 03:00, so that 07:00 is at 05:00 UTC, and a day before it is 06:00.
    expect(times('2026-03-29T05:30:00Z', 'Europe/Berlin')).toEqual([
      '24 h 2026-03-28T06:00',
      '2 h 2026-03-28T19:30',
    ])
    // 25 October 2026: 03:00 becomes 02:00; a day before 07:15 is 08:15.
    expect(times('2026-10-25T06:15:00Z', 'Europe/Berlin')).toEqual([
      '24 h 2026-10-24T06:15',
      '2 h 2026-10-24T18:30',
    ])
  })

  test('no reminder is in quiet hours or after the visit, in any time zone and on any day', () => {
    const zones = [
      'Africa/Accra',
      'Europe/Berlin',
      'America/New_York',
      'Australia/Lord_Howe',
      'Asia/Kathmandu',
    ]
    fc.assert(
      fc.property(
        fc.integer({ min: minuteOf('2026-01-01T00:00Z'), max: minuteOf('2027-01-01T00:00Z') }),
        fc.constantFrom(...zones),
        (startsAt, zone) => {
          for (const { sendAt } of reminderTimes({ startsAt, zone, fasting: true }, rules)) {
            expect(sendAt).toBeLessThan(startsAt)
            expect(quietAround(zone, rules.quiet, sendAt)).toBeNull()
            const clock = clockAt(zone, sendAt)
            expect(clock >= '07:00' && clock < '21:00').toBe(true)
          }
        },
      ),
    )
  })

  test('reminders are due at any hour if there are no quiet hours', () => {
    const always = { ...rules, quiet: { from: 0, until: 0 } }
    const [, two] = reminderTimes(
      { startsAt: minuteOf('2026-03-10T07:30:00Z'), zone: 'Africa/Accra', fasting: false },
      always,
    )
    expect(instantOf(two?.sendAt ?? 0).toISOString()).toBe('2026-03-10T05:30:00.000Z')
  })
})
