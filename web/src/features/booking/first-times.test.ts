import { describe, expect, it } from 'vitest'
import { firstTimes } from './first-times.ts'

const at = (day: string, time: string) => ({ at: `${day}T${time}:00.000Z`, time })
const shown = (day: string, ...times: string[]) => ({
  day: { day, closed: null, taken: 0, starts: [] },
  starts: times.map((time) => at(day, time)),
})
const tuesday = '2026-03-10'
const wednesday = '2026-03-11'
const thursday = '2026-03-12'
const friday = '2026-03-13'
const now = new Date(`${tuesday}T14:00:00Z`)
const asked = { morningFirst: false, fastingMs: 0, now }
const said = (times: ReturnType<typeof firstTimes>) =>
  times.map(({ day, starts }) => [day, ...starts.map(({ time }) => time)])

describe('the first free times', () => {
  it('are at most three a day, at least an hour apart, on the first two days with free times', () => {
    const days = [
      shown(tuesday, '14:15', '14:30', '15:15', '15:30', '16:15', '17:15'),
      shown(wednesday),
      shown(thursday, '09:45'),
      shown(friday, '07:00'),
    ]
    expect(said(firstTimes(days, asked))).toEqual([
      [tuesday, '14:15', '15:15', '16:15'],
      [thursday, '09:45'],
    ])
  })

  it('are mornings for a test that needs fasting, without times whose fast would already have begun', () => {
    const days = [
      shown(tuesday, '14:15', '16:00'),
      shown(wednesday, '07:00', '11:45', '12:00', '13:00'),
      shown(thursday, '07:00'),
    ]
    const fasting = { ...asked, morningFirst: true, fastingMs: 10 * 3600_000 }
    expect(said(firstTimes(days, fasting))).toEqual([
      [wednesday, '07:00', '11:45'],
      [thursday, '07:00'],
    ])
    const late = { ...fasting, now: new Date(`${tuesday}T21:01:00Z`) }
    expect(said(firstTimes(days, late))).toEqual([
      [wednesday, '11:45'],
      [thursday, '07:00'],
    ])
  })
})
