import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantOf, localAt, minuteOf, type Plan } from '#server/modules/sites/index.ts'
import { type Busy, whyNotBookable } from '../availability/availability.ts'
import { daysToLookAt, proposeMoves } from './propose-moves.ts'

const plan = (change: Partial<Plan> = {}): Plan => ({
  version: '',
  laboratory: {
    name: '',
    address: '',
    phone: '',
    email: '',
    language: 'en' as const,
    weekStart: 'locale' as const,
    horizonDays: 180,
    cutOffMinutes: 120,
    holdMinutes: 10,
    stepMinutes: 15,
    bufferMinutes: 0,
    overbookLimit: 2,
    pricesOn: false,
  },
  site: { id: 'site', name: 'Main', timeZone: 'Africa/Accra' },
  hours: Array.from({ length: 7 }, (_, weekday) => ({ weekday, opens: 420, closes: 1140 })),
  closures: [],
  chairs: [1, 2],
  tests: [],
  ...change,
})
const minute = (text: string) => minuteOf(`${text}:00Z`)
const now = minute('2026-03-09T08:00')
const closed = (from: string, to: string) => ({ start: minute(from), end: minute(to), reason: 'Closed' })
const visit = (id: string, start: string, change: object = {}) => ({
  id,
  start: minute(start),
  length: 15,
  urgent: false,
  ...change,
})
const said = (start: number | null) => start && instantOf(start).toISOString().slice(0, 16)

describe('a proposed time for a visit in a closure', () => {
  const day = plan({ closures: [closed('2026-03-11T00:00', '2026-03-12T00:00')] })

  it('the same time on the next day is proposed before an earlier day and before another hour', () => {
    const [one] = proposeMoves(day, [], [visit('a', '2026-03-11T09:00')], now)
    expect(said(one?.start ?? null)).toBe('2026-03-12T09:00')
    expect(one?.alternatives.map(said)).toEqual(['2026-03-12T08:45', '2026-03-12T09:15', '2026-03-12T08:30'])
  })

  it('a time of the same day is proposed when only a part of it is closed', () => {
    const morning = plan({ closures: [closed('2026-03-11T08:00', '2026-03-11T12:00')] })
    const [one] = proposeMoves(morning, [], [visit('a', '2026-03-11T11:00')], now)
    expect(said(one?.start ?? null)).toBe('2026-03-11T12:00')
  })

  it('urgent visits choose first, then the earlier ones', () => {
    const tight = { ...day, chairs: [1] }
    const asked = [visit('a', '2026-03-11T09:00'), visit('b', '2026-03-11T09:00', { urgent: true })]
    const [a, b] = proposeMoves(tight, [], asked, now)
    expect(said(b?.start ?? null)).toBe('2026-03-12T09:00')
    expect(a?.start).not.toBe(b?.start)
  })

  it('no time is proposed if none is free within two weeks', () => {
    const never = plan({ closures: [closed('2026-03-09T00:00', '2026-04-20T00:00')] })
    expect(proposeMoves(never, [], [visit('a', '2026-03-11T09:00')], now)).toEqual([
      { id: 'a', start: null, alternatives: [] },
    ])
  })

  it('every proposed time can be booked, on a chair that no other visit has or is offered', () => {
    const quarter = fc.integer({ min: 0, max: 47 })
    const someDay = fc.integer({ min: 9, max: 14 })
    const slot = fc.record({ day: someDay, quarter, chair: fc.constantFrom(1, 2) })
    const at = ({ day: date, quarter: index }: { day: number; quarter: number }) =>
      minute(`2026-03-${String(date).padStart(2, '0')}T07:00`) + index * 15
    fc.assert(
      fc.property(
        fc.array(slot, { maxLength: 60 }),
        fc.array(fc.record({ quarter, length: fc.constantFrom(15, 20, 30), urgent: fc.boolean() }), {
          minLength: 1,
          maxLength: 20,
        }),
        fc.constantFrom(0, 5, 15),
        (taken, asked, buffer) => {
          const one = plan({ closures: day.closures })
          const rules = { ...one, laboratory: { ...one.laboratory, bufferMinutes: buffer } }
          const busy = [...new Map(taken.map((each) => [`${each.chair} ${at(each)}`, each])).values()].map(
            (each): Busy => ({ chair: each.chair, start: at(each), end: at(each) + 15 }),
          )
          const visits = asked.map((each, index) => ({
            id: String(index).padStart(3, '0'),
            start: at({ day: 11, quarter: each.quarter }),
            length: each.length,
            urgent: each.urgent,
          }))
          const proposals = proposeMoves(rules, busy, visits, now)
          expect(proposals.map(({ id }) => id)).toEqual(visits.map(({ id }) => id))
          const given = proposals.flatMap(({ start }, index) => {
            const length = visits[index]?.length ?? 0
            if (start === null) return []
            expect(whyNotBookable(rules, start, length, now)).toBeNull()
            return [{ start, end: start + length + buffer }]
          })
          // Never more visits at one time than free chairs.
          for (const { start } of given) {
            const here = [...given, ...busy].filter((each) => each.start <= start && start < each.end)
            expect(here.length).toBeLessThanOrEqual(rules.chairs.length)
          }
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('the days that are searched', () => {
  it('the searched days are two weeks before the first visit and after the last', () => {
    const visits = [visit('a', '2026-03-11T09:00'), visit('b', '2026-03-20T09:00')]
    expect(daysToLookAt(plan(), visits)).toEqual({ from: '2026-02-25', to: '2026-04-03' })
    expect(localAt('Africa/Accra', visits[0]?.start ?? 0).day).toBe('2026-03-11')
  })
})
