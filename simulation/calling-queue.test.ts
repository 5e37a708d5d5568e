import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createCallingQueue } from './calling-queue.ts'
import { callingOrder, type Waiting } from './calling-rule.ts'

const rule = { graceBeforeMinutes: 5, graceAfterMinutes: 8, ageingMinutes: 12, aboveStatMinutes: 25 }
const step = fc.record({
  pause: fc.integer({ min: 0, max: 4 }),
  class: fc.constantFrom('stat' as const, 'appointment' as const, 'walk-in' as const),
  early: fc.integer({ min: -15, max: 15 }),
  calls: fc.integer({ min: 0, max: 2 }),
})

describe('the queue of the simulations', () => {
  it('calls in the order of the calling rule at every moment, and in the same order after each rewind', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.nat(20), (steps, markAt) => {
        const queue = createCallingQueue(rule)
        let waiting: Waiting[] = []
        let now = 0
        const play = (from: number, until: number) =>
          steps.slice(from, until).map((one, index) => {
            now += one.pause
            const joined = {
              id: `${from + index}`,
              class: one.class,
              arrivedAt: now,
              appointmentAt: now + one.early,
            }
            queue.join(joined)
            waiting = [...waiting, joined]
            return Array.from({ length: one.calls }, () => {
              const [first] = callingOrder(waiting, now, rule)
              waiting = waiting.filter((other) => other !== first)
              expect(queue.first(now)?.one).toBe(first)
              expect(queue.takeFirst(now)).toBe(first)
              expect(queue.size).toBe(waiting.length)
              return first?.id
            })
          })
        play(0, markAt)
        queue.mark()
        const [then, there] = [waiting, now]
        const once = play(markAt, steps.length)
        queue.rewind()
        waiting = then
        now = there
        expect(play(markAt, steps.length)).toEqual(once)
      }),
    )
  })
})
