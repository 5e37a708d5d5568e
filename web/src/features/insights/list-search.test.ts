import { expect, test } from 'vitest'
import { listAddress } from './list-search.ts'

test('a filter in a typed address is understood as a boolean and as a text', () => {
  // The router reads `?late=true` as a boolean, and `?late="true"` as a text.
  expect(listAddress.read({ late: true }).late).toBe('true')
  expect(listAddress.read({ late: 'true' }).late).toBe('true')
  expect(listAddress.read({ chairs: true }).chairs).toBe('true')
  expect(listAddress.read({ late: 'yes' }).late).toBeUndefined()
  expect(listAddress.read({}).late).toBeUndefined()
})
