import { describe, expect, it } from 'vitest'
import { firstInstantOfLocal } from '#server/modules/sites/index.ts'
import { outsideHours } from './outside-hours.ts'

const zone = 'Europe/Berlin'
const daily = (...times: [opens: number, closes: number][]) =>
  [0, 1, 2, 3, 4, 5, 6].flatMap((weekday) =>
    times.map(([opens, closes]) => ({ weekday, opens: opens * 60, closes: closes * 60 })),
  )
const at = (day: string, time: string, minutes = 15) => {
  const start = firstInstantOfLocal(zone, day, Number(time.slice(0, 2)) * 60 + Number(time.slice(3)))
  return { id: `${day} ${time}`, start, end: start + minutes }
}
const outside = (hours: ReturnType<typeof daily>, visits: ReturnType<typeof at>[]) =>
  outsideHours({ site: { id: 'one', name: 'One', timeZone: zone }, hours }, visits)

describe('outside the opening hours', () => {
  it('visits before, after or across a break of the hours are outside, and those at the edges are not', () => {
    const day = '2026-06-01'
    expect(
      outside(daily([8, 12], [13, 17]), [
        at(day, '07:45'),
        at(day, '07:50'),
        at(day, '08:00'),
        at(day, '11:45'),
        at(day, '11:50'),
        at(day, '12:15'),
        at(day, '12:55'),
        at(day, '13:00'),
        at(day, '16:45'),
        at(day, '16:50'),
      ]),
    ).toEqual(['07:45', '07:50', '11:50', '12:15', '12:55', '16:50'].map((time) => `${day} ${time}`))
  })

  it('all visits of a closed local day are outside the hours', () => {
    const hours = daily([0, 24]).filter(({ weekday }) => weekday !== 1)
    // A quarter past midnight on Monday in Berlin is Sunday in UTC.
    const visits = [at('2026-05-31', '23:30'), at('2026-06-01', '00:15'), at('2026-06-02', '00:00')]
    expect(outside(hours, visits)).toEqual(['2026-06-01 00:15'])
  })

  it('visits outside the hours are found on days with a clock change', () => {
    for (const day of ['2026-03-29', '2026-10-25']) {
      expect(
        outside(daily([8, 16]), [at(day, '07:45'), at(day, '08:00'), at(day, '15:45'), at(day, '16:00')]),
      ).toEqual([`${day} 07:45`, `${day} 16:00`])
    }
    // A repeated hour: open until the second three o'clock, an hour longer than the local times say.
    expect(
      outside(daily([1, 3]), [at('2026-10-25', '01:00', 179), at('2026-10-25', '01:00', 181)]),
    ).toHaveLength(1)
    // A skipped hour: from one to three is an hour.
    expect(
      outside(daily([1, 3]), [at('2026-03-29', '01:00', 60), at('2026-03-29', '01:00', 61)]),
    ).toHaveLength(1)
  })
})
