import { expect, it } from 'vitest'
import { keepAnswers } from './kept-answers.ts'

const rows = [{ chair: 1, days: '20417{[420,450)}' }]

function opened() {
  const kept = keepAnswers<{ number: number }>()
  let computed = 0
  return (question: unknown[], busy = rows) => kept(question, busy, () => ({ number: ++computed }))
}

it('the cache returns the same answer for the same question and the same occupied times', () => {
  const ask = opened()
  expect(ask(['site', '2026-03-10'])).toBe(ask(['site', '2026-03-10'], structuredClone(rows)))
})

it('the cache computes a new answer after a booking or a cancellation, and for another question', () => {
  const ask = opened()
  const day = ['site', '2026-03-10']
  const numbers = [
    ask(day),
    ask(day, [{ chair: 1, days: '20417{[420,465)}' }]),
    ask(day, [{ chair: 2, days: '20417{[420,450)}' }]),
    ask(day, []),
    ask(day),
    ask(['site', '2026-03-11']),
  ].map(({ number }) => number)
  expect(numbers).toEqual([1, 2, 3, 4, 5, 6])
})

it('the cache keeps the 64 most recently used answers', () => {
  const ask = opened()
  for (let question = 0; question < 64; question++) ask([question])
  const first = ask([0])
  ask([64])
  expect(ask([0])).toBe(first)
  expect(ask([1]).number).toBe(66)
})
