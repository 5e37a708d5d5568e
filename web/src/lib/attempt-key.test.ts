import { expect, it } from 'vitest'
import { attemptKeys } from './attempt-key.ts'

it('keeps its key for the same form, and takes another one for a changed or a new one', () => {
  const keys = attemptKeys()
  const first = keys.keyFor({ age: 34, tests: ['Blood Sugar'] })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.keyFor({ age: 34, tests: ['Blood Sugar'] })).toBe(first)
  expect(keys.keyFor({ age: 35, tests: ['Blood Sugar'] })).not.toBe(first)
  const again = keys.keyFor({ age: 34, tests: ['Blood Sugar'] })
  keys.renew()
  expect(keys.keyFor({ age: 34, tests: ['Blood Sugar'] })).not.toBe(again)
})
