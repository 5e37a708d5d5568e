import { expect, it } from 'vitest'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { seedPlan } from './seed-plan.ts'
import { colleagues } from './staff.ts'
import { busyMorning, heldTest, morningSeed, stageMorning } from './stage-morning.ts'
import { tellMorning } from './tell-morning.ts'

const until = 640
const midnight = Date.parse('2026-11-24T00:00:00Z')

function morning() {
  const plan = busyMorning(seedPlan({ visits: 110, sites: 1, step: 15 }))
  const staff = colleagues(plan, 1, () => '')
  const telling = { seed: 1, plan, people: 1600, staff, tests: new Map(), regular: null }
  const day = { index: 52, midnight, nextMidnight: null }
  return tellMorning(telling, day, simulateDay(plan, morningSeed), until)
}
const facts = { now: midnight + until * 60_000, turnaroundHours: () => 1, hasRecord: () => true }

it('the morning of a demonstration has a visit for each case', () => {
  expect(stageMorning(morning(), facts)).toEqual([])
})

it('the morning of a demonstration leaves out only the cases for which it has no visit', () => {
  const visits = morning().filter(({ tests }) => !tests.includes('FBC') && !tests.includes(heldTest))
  expect(stageMorning(visits, facts)).toEqual(['a critical value', 'a control that is out'])
  expect(stageMorning([], facts)).toHaveLength(6)
})
