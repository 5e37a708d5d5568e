import { describe, expect, it } from 'vitest'
import { closingAfter, heldPart, isTaken, shownHours } from './slot-rules.ts'

const at = (time: string) => `2026-03-10T${time}:00.000Z`
const slot = (from: string, to: string) => ({ start: at(from), end: at(to) })
const interval = (from: string, to: string, free: number) => ({
  ...slot(from, to),
  title: 'Booked',
  free,
  capacity: 4,
})

describe('a selection beside booked intervals', () => {
  const full = [interval('09:00', '09:30', 0)]

  it('is refused when it starts inside a full one, its first minute included', () => {
    expect(isTaken(slot('09:00', '10:00'), full)).toBe(true)
    expect(isTaken(slot('09:15', '10:00'), full)).toBe(true)
  })

  it('is refused when it ends inside a full one', () => {
    expect(isTaken(slot('08:30', '09:15'), full)).toBe(true)
    expect(isTaken(slot('08:30', '09:30'), full)).toBe(true)
  })

  it('may end where a full one begins and start where it ends', () => {
    expect(isTaken(slot('08:30', '09:00'), full)).toBe(false)
    expect(isTaken(slot('09:30', '10:00'), full)).toBe(false)
  })

  it('is not refused by an interval with a chair left', () => {
    expect(isTaken(slot('09:00', '09:30'), [interval('09:00', '09:30', 1)])).toBe(false)
  })
})

describe('what is held of a selection', () => {
  it('is no longer than a visit can last', () => {
    expect(heldPart(slot('09:00', '12:00'), at('19:00'))).toEqual(slot('09:00', '09:30'))
    expect(heldPart(slot('09:00', '09:15'), at('19:00'))).toEqual(slot('09:00', '09:15'))
  })

  it('ends when the laboratory closes', () => {
    expect(heldPart(slot('18:45', '19:15'), at('19:00'))).toEqual(slot('18:45', '19:00'))
  })
})

describe('opening hours on the calendar', () => {
  const hours = [
    { weekday: 2, opens: '07:30', closes: '12:00' },
    { weekday: 2, opens: '14:00', closes: '18:30' },
    { weekday: 3, opens: '20:00', closes: '24:00' },
  ]
  const laboratory = { sites: [{ id: '1', name: 'Main', timeZone: 'Africa/Accra', hours }] }

  it('close at the end of the opening that an instant lies in', () => {
    expect(closingAfter(at('07:30'), '2026-03-10', laboratory)).toBe(at('12:00'))
    expect(closingAfter(at('14:00'), '2026-03-10', laboratory)).toBe(at('18:30'))
    expect(closingAfter('2026-03-11T23:45:00.000Z', '2026-03-11', laboratory)).toBe(
      '2026-03-12T00:00:00.000Z',
    )
  })

  it('are none between openings, at closing time and on other days', () => {
    expect(closingAfter(at('12:00'), '2026-03-10', laboratory)).toBeNull()
    expect(closingAfter(at('13:00'), '2026-03-10', laboratory)).toBeNull()
    expect(closingAfter('2026-03-12T08:00:00.000Z', '2026-03-12', laboratory)).toBeNull()
  })

  it('are shown in whole hours from the first opening to the last closing', () => {
    expect(shownHours(laboratory)).toEqual({ from: 7, to: 24 })
  })
})
