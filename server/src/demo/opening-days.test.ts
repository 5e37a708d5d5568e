import { expect, it } from 'vitest'
import { utcDay } from '#server/platform/clock.ts'
import { nextBeginning } from './opening-days.ts'

const site = { timeZone: 'Africa/Accra', weekdays: [1, 2, 3, 4, 5, 6], closed: ['2026-12-25'] }

it.each([
  ['at once while the laboratory is open', '2026-11-24T10:40:00Z', null, '2026-11-24T10:40:00.000Z'],
  ['at the opening when it is early', '2026-11-24T03:00:00Z', null, '2026-11-24T07:00:00.000Z'],
  ['on the next day after closing', '2026-11-24T19:00:00Z', null, '2026-11-25T07:00:00.000Z'],
  [
    'on the next day when today is finished early',
    '2026-11-24T10:50:00Z',
    '2026-11-24',
    '2026-11-25T07:00:00.000Z',
  ],
  ['at once when yesterday took until now', '2026-11-25T09:00:00Z', '2026-11-24', '2026-11-25T09:00:00.000Z'],
  ['on Monday after a Saturday', '2026-11-28T18:30:00Z', '2026-11-28', '2026-11-30T07:00:00.000Z'],
  ['after a holiday', '2026-12-24T18:30:00Z', '2026-12-24', '2026-12-26T07:00:00.000Z'],
])('the next day of a demonstration begins %s', (_, now, finished, begins) => {
  expect(nextBeginning(site, new Date(now), finished).toISOString()).toBe(begins)
})

it('each day of a demonstration has a date of its own', () => {
  let now = new Date('2026-11-24T10:40:00Z')
  const days = Array.from({ length: 6 }, () => {
    const day = utcDay(now)
    now = nextBeginning(site, now, day)
    return day
  })
  expect(new Set(days).size).toBe(days.length)
})
