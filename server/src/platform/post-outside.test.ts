import { expect, test } from 'vitest'
import { NotPublic, publicOnly, waitAsked } from './post-outside.ts'

test('the address of a host name is checked on connection', async () => {
  const found = await new Promise((resolve) => publicOnly('localhost', {}, (error) => resolve(error)))
  expect(found).toBeInstanceOf(NotPublic)
  expect(String(found)).toContain('not on the internet')
})

test.each([
  [undefined, 0],
  ['120', 120_000],
  ['Wed, 11 Mar 2026 09:05:00 GMT', 300_000],
  ['Wed, 11 Mar 2026 08:00:00 GMT', 0],
  ['soon', 0],
  ['-5', 0],
])('a push service that answers Retry-After "%s" gets no request for %i ms', (header, wait) => {
  expect(waitAsked(header, new Date('2026-03-11T09:00:00Z'))).toBe(wait)
})
