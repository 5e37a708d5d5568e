import { describe, expect, it } from 'vitest'
import {
  axisOf,
  closedSpans,
  type Day,
  hoursOf,
  instantOf,
  minuteOf,
  nearestPlaces,
  snap,
  type Visit,
  whyNoChair,
  whyNotThere,
} from './day-plan.ts'

const visit = (id: string, chair: number | null, start: string, end: string): Visit => ({
  id,
  chair,
  start: `2026-03-10T${start}:00.000Z`,
  end: `2026-03-10T${end}:00.000Z`,
  status: 'booked',
  priority: 'low',
  fullName: id,
  reference: 'A',
  testType: [],
  version: 1,
  whyNotMovable: null,
})

const day: Day = {
  site: { id: 'site', name: 'Main', timeZone: 'Africa/Accra' },
  day: '2026-03-10',
  start: '2026-03-10T00:00:00.000Z',
  end: '2026-03-11T00:00:00.000Z',
  stepMinutes: 15,
  bufferMinutes: 0,
  overbookLimit: 2,
  open: [{ start: '2026-03-10T08:00:00.000Z', end: '2026-03-10T12:00:00.000Z' }],
  closures: [{ start: '2026-03-10T10:00:00.000Z', end: '2026-03-10T10:30:00.000Z', reason: 'Fire drill' }],
  chairs: [1, 2].map((number) => ({ number, name: `Chair ${number}`, overflow: false, active: true })),
  visits: [visit('Ama', 1, '09:00', '09:15'), visit('Kofi', 2, '09:00', '09:30')],
  holds: [{ chair: 1, start: '2026-03-10T11:00:00.000Z', end: '2026-03-10T11:15:00.000Z' }],
}
const at = (time: string) => minuteOf(`2026-03-10T${time}:00Z`)
const ama = day.visits[0] as Visit
const early = at('06:00')

describe('where a visit can go', () => {
  it('is not where somebody sits, holds, or nobody is', () => {
    const why = (chair: number, time: string, now = early) =>
      whyNotThere(day, ama, { chair, start: at(time) }, now)
    expect(why(2, '09:15')).toBe('Taken by Kofi')
    expect(why(2, '09:30')).toBeNull()
    expect(why(1, '11:00')).toBe('Held for somebody who is booking')
    expect(why(1, '10:15')).toBe('The laboratory is closed at this time: Fire drill')
    expect(why(1, '12:00')).toBe('The laboratory is closed at this time')
    expect(why(1, '08:00', at('08:30'))).toBe('This time has passed')
    expect(why(1, '09:00', at('09:05'))).toBeNull()
  })

  it('keeps the buffer after each visit free', () => {
    const buffered = { ...day, bufferMinutes: 15 }
    expect(whyNotThere(buffered, ama, { chair: 2, start: at('09:30') }, early)).toBe('Taken by Kofi')
    expect(whyNotThere(buffered, ama, { chair: 2, start: at('09:45') }, early)).toBeNull()
    expect(whyNotThere(buffered, ama, { chair: 2, start: at('08:45') }, early)).toBe('Taken by Kofi')
  })

  it('a start without a free chair shows the reason of all chairs, or is booked', () => {
    const held = [{ chair: 2, start: '2026-03-10T11:00:00.000Z', end: '2026-03-10T11:15:00.000Z' }]
    const full = {
      ...day,
      holds: [...day.holds, ...held],
      visits: [...day.visits, visit('Esi', 1, '09:15', '09:30')],
    }
    expect(whyNoChair(full, ama, at('09:15'), early)).toBe('This slot is already booked.')
    expect(whyNoChair(full, ama, at('11:00'), early)).toBe('Held for somebody who is booking')
    expect(whyNoChair(full, ama, at('12:00'), early)).toBe('The laboratory is closed at this time')
    expect(whyNoChair(full, ama, at('09:30'), early)).toBeNull()
  })

  it('is nearest first, on the chair that was meant where that is free', () => {
    const places = nearestPlaces(day, ama, { chair: 2, start: at('09:15') }, early)
    expect(places.map(({ chair, start }) => `${chair} ${instantOf(start).slice(11, 16)}`)).toEqual([
      '1 09:15',
      '2 09:30',
      '2 08:45',
    ])
  })

  it('begins in steps from opening', () => {
    expect(snap(day, at('09:08'))).toBe(at('09:15'))
    expect(snap(day, at('09:07'))).toBe(at('09:00'))
    expect(snap({ ...day, stepMinutes: 20 }, at('08:31'))).toBe(at('08:40'))
  })
})

describe('what is shown of a day', () => {
  it('are its hours, and visits outside them', () => {
    expect(axisOf(day)).toEqual({ start: at('08:00'), end: at('12:00') })
    const late = { ...day, visits: [...day.visits, visit('Late', 1, '12:10', '12:25')] }
    expect(axisOf(late)).toEqual({ start: at('08:00'), end: at('13:00') })
    expect(closedSpans(late, axisOf(late)).map(({ reason }) => reason)).toEqual(['Closed', 'Fire drill'])
  })

  it('has an hour twice, and one not at all, when the clocks change', () => {
    const zone = 'Europe/Berlin'
    const labels = (start: string, hours: number) =>
      hoursOf({ start: minuteOf(start), end: minuteOf(start) + hours * 60 }, zone).map(({ label }) => label)
    expect(labels('2026-10-24T22:00:00Z', 5)).toEqual(['00:00', '01:00', '02:00', '02:00', '03:00', '04:00'])
    expect(labels('2026-03-28T23:00:00Z', 4)).toEqual(['00:00', '01:00', '03:00', '04:00', '05:00'])
  })
})
