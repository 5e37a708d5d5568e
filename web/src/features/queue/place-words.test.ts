import { expect, it } from 'vitest'
import { comeBackBy, peopleBefore, waitWords } from './place-words.ts'

const nobody = { urgent: 0, appointments: 0, others: 0 }

it('says how many go first, and why', () => {
  expect(peopleBefore({ peopleBefore: 0, before: nobody })).toBe('You are next')
  expect(peopleBefore({ peopleBefore: 1, before: { ...nobody, others: 1 } })).toBe('1 person before you')
  expect(peopleBefore({ peopleBefore: 4, before: { urgent: 1, appointments: 2, others: 1 } })).toBe(
    '4 people before you (1 urgent, 2 by appointment)',
  )
})

it('never invents a number', () => {
  expect(waitWords({ kind: 'unknown' }).short).toBe('Not yet known')
  expect(waitWords({ kind: 'head', minutes: 12.4 })).toEqual({
    short: 'Not yet known',
    about: 'Too little is known to say how long. Whoever is next has waited 12 min so far.',
  })
})

it('says a range, and until when somebody may step out', () => {
  const wait = { kind: 'range', low: 10, high: 25, comeBackBy: '2026-03-09T09:10:00.000Z' } as const
  expect(waitWords(wait).short).toBe('10–25 min')
  expect(waitWords({ ...wait, high: 65 }).short).toBe('10 min – 1 h 5 min')
  expect(waitWords({ ...wait, low: 0, high: 5 }).short).toBe('Up to 5 min')
  expect(comeBackBy(wait, 'Africa/Accra')).toBe('09:10')
  expect(comeBackBy({ ...wait, low: 5 }, 'Africa/Accra')).toBeNull()
  expect(comeBackBy({ kind: 'unknown' }, 'Africa/Accra')).toBeNull()
})
