import { expect, it } from 'vitest'
import type { Endpoint } from '#contract/endpoint.ts'
import { stoppedClock } from '#server/platform/clock.ts'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { stream } from '#simulation/random.ts'
import type { Calls } from './demo-calls.ts'
import { createShift } from './demo-shift.ts'
import { seedPlan } from './seed-plan.ts'

/** A shift whose calls are noted, and answered with a free start and a booking. */
function openShift() {
  const made: string[] = []
  const calls = (async (_by: unknown, { path }: Endpoint) => {
    made.push(path)
    if (path === '/api/availability') return { days: [{ day: '2026-11-24', starts: [{ time: '09:00' }] }] }
    return { appointment: { id: 'booked' } }
  }) as unknown as Calls
  const plan = seedPlan({ visits: 40, sites: 1, step: 15 })
  const shift = createShift({
    calls,
    plan,
    members: new Map(),
    seed: 1,
    patients: [{ id: 'patient', email: 'ama1@example.com' }],
    panels: new Map(),
    measure: null,
    names: new Map(),
    random: stream(1, 'shift'),
    clock: stoppedClock('2026-11-24T07:00:00Z'),
  })
  const { visits } = simulateDay(plan, 1)
  const booked = visits.find(({ appointmentAt }) => appointmentAt !== null)
  if (!booked) throw new Error('Nobody has booked')
  const arrived = { kind: 'arrived', at: 0, visit: booked.number, again: false } as const
  return { shift, booked, arrived, made }
}

const standing = { expected: [], served: [], drawn: [], tasks: [] }
const midnight = Date.parse('2026-11-24T00:00:00Z')

it('somebody who comes on the day of their booking is checked in', async () => {
  const { shift, booked, arrived, made } = openShift()
  shift.goOn(standing, midnight)
  await shift.take(booked, null)
  await shift.take(booked, arrived)
  expect(made).toEqual(['/api/availability', '/api/labtest/book', '/api/queue/check-in/:id'])
})

it.each([
  ['the same number', false],
  ['the same minute', true],
])('nobody is checked in for a booking of the day before that has %s', async (_, isExpected) => {
  const { shift, booked, arrived, made } = openShift()
  const startsAt = new Date(midnight + (booked.appointmentAt ?? 0) * 60_000)
  const expected = isExpected ? [{ visitId: 'expected', startsAt }] : []
  shift.goOn({ ...standing, expected }, midnight)
  if (!isExpected) await shift.take(booked, null)
  shift.goOn(standing, midnight + 86_400_000)
  await shift.take(booked, arrived)
  expect(made.at(-1)).toBe('/api/queue/walk-in')
})
