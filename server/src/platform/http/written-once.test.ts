import { expect, it } from 'vitest'
import { textOf, writtenOnce } from './written-once.ts'

function counting() {
  let times = 0
  return () => `text ${++times}`
}

it('a marked answer is serialised once', () => {
  const [answer, write] = [writtenOnce({ starts: [] }), counting()]
  expect([textOf(answer, write), textOf(answer, write)]).toEqual(['text 1', 'text 1'])
})

it('an answer without the mark is serialised for each call', () => {
  const [answer, write] = [{ starts: [] }, counting()]
  expect([textOf(answer, write), textOf(answer, write), textOf('text', write)]).toEqual([
    'text 1',
    'text 2',
    'text 3',
  ])
})
