import { expect, it } from 'vitest'
import { answersOf, judgementsOf } from './answer-rows.ts'

const options = ['Negative', 'Trace', '3+']

it('answers are called what the interval calls them, and back', () => {
  const interval = { ranges: [], normalOptions: ['Negative'], criticalOptions: ['3+'] }
  const chosen = judgementsOf(options, interval)
  expect(chosen).toEqual({ Negative: 'normal', Trace: 'abnormal', '3+': 'critical' })
  expect(answersOf(options, chosen)).toEqual(interval)
})

it('where all are normal nothing is judged', () => {
  const none = { ranges: [], normalOptions: null, criticalOptions: null }
  expect(answersOf(options, judgementsOf(options, none))).toEqual(none)
})
