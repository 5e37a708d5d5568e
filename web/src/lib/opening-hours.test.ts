import { expect, test } from 'vitest'
import { openingLines } from './opening-hours.ts'

const daily = (weekdays: number[], opens: string, closes: string) =>
  weekdays.map((weekday) => ({ weekday, opens, closes }))

test('a week of equal days is one line', () => {
  expect(openingLines(daily([0, 1, 2, 3, 4, 5, 6], '07:00', '19:00'), 1)).toEqual([
    { days: 'Every day', hours: '07:00–19:00' },
  ])
})

test('days in a row share a line, the week begins on the given weekday, and a day without hours is closed', () => {
  const hours = [...daily([1, 2, 3, 4, 5], '07:00', '19:00'), ...daily([6], '08:00', '12:00')]
  expect(openingLines(hours, 1)).toEqual([
    { days: 'Monday to Friday', hours: '07:00–19:00' },
    { days: 'Saturday', hours: '08:00–12:00' },
    { days: 'Sunday', hours: 'closed' },
  ])
  expect(openingLines(hours, 0).map(({ days }) => days)).toEqual(['Sunday', 'Monday to Friday', 'Saturday'])
})

test('a break at noon is two spans of one day, earliest first', () => {
  const hours = [...daily([1], '14:00', '18:00'), ...daily([1], '08:00', '12:00')]
  expect(openingLines(hours, 1)[0]).toEqual({ days: 'Monday', hours: '08:00–12:00, 14:00–18:00' })
})
