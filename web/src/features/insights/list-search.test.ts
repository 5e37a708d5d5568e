import { expect, test } from 'vitest'
import { readListSearch } from './list-search.ts'

test('an address that somebody typed means what it says, whichever way the router read it', () => {
  // The router reads `?late=true` as a boolean, and `?late="true"` as a text.
  expect(readListSearch({ late: true }).late).toBe('true')
  expect(readListSearch({ late: 'true' }).late).toBe('true')
  expect(readListSearch({ chairs: true }).chairs).toBe('true')
  expect(readListSearch({ late: 'yes' }).late).toBeUndefined()
  expect(readListSearch({}).late).toBeUndefined()
})
