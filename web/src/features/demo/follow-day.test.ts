import { describe, expect, it } from 'vitest'
import { simulateDay } from '#simulation/laboratory/simulate-day.ts'
import { demoPlan, demoSeed, figuresOf, usualStaffing } from './demo-plan.ts'
import { describeFloor, followDay } from './follow-day.ts'

const day = simulateDay(demoPlan(usualStaffing), demoSeed)
const last = day.events.at(-1)?.at ?? 0

describe('the day in the demo', () => {
  it('empties its rooms: everyone who came has gone, and every result is out or the day is over', () => {
    const end = followDay(day)(last)
    expect(end.arrived).toBe(day.visits.filter((visit) => visit.arrivedAt !== null).length)
    expect(end.released).toBe(day.summary.endings.released)
    expect(end.tokens.filter((token) => token.kind === 'person')).toEqual([])
  })

  it('never has two people in one chair, nor more than there are chairs', () => {
    const floorAt = followDay(day)
    for (let at = 7 * 60; at < last; at += 1) {
      const taken = floorAt(at).tokens.flatMap((token) => (token.room === 'chairs' ? [token.chair] : []))
      expect(new Set(taken).size, `minute ${at}`).toBe(taken.length)
      expect(taken.length).toBeLessThanOrEqual(usualStaffing.collectors)
    }
  })

  it('is the same going back as going on', () => {
    const [there, back] = [followDay(day), followDay(day)]
    back(last)
    expect(back(10 * 60)).toEqual(there(10 * 60))
  })

  it('is told in words as well', () => {
    const words = describeFloor(followDay(day)(9 * 60), 9 * 60, 4)
    expect(words).toMatch(
      /^(\d+ people wait|1 person waits), the longest for \d+ min; 4 of 4 chairs are in use; /,
    )
  })

  it('shows what people are for: one more at the chairs shortens the wait, one fewer lengthens it', () => {
    const [fewer, usual, more] = [3, 4, 5].map((collectors) => figuresOf({ ...usualStaffing, collectors }))
    expect(fewer?.wait).toBeGreaterThan((usual?.wait ?? 0) * 1.5)
    expect(more?.wait).toBeLessThan((usual?.wait ?? 0) * 0.7)
  })
})
