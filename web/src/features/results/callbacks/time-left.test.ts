import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

const due = '2026-03-09T09:00:00.000Z'
const at = (time: string) => timeLeft(due, new Date(`2026-03-09T${time}Z`))

test('counts down the time until a critical value is due, and then counts the time it is overdue', () => {
  expect(at('07:45:00')).toEqual({ late: false, text: 'within 1 h 15 min' })
  expect(at('08:30:00')).toEqual({ late: false, text: 'within 30 min' })
  expect(at('08:30:01')).toEqual({ late: false, text: 'within 29 min' })
  expect(at('08:59:54.5')).toEqual({ late: false, text: 'within 6 s' })
  expect(at('09:00:00')).toEqual({ late: true, text: '0 min overdue' })
  expect(at('09:02:59')).toEqual({ late: true, text: '2 min overdue' })
  expect(at('11:00:00')).toEqual({ late: true, text: '2 h overdue' })
})
