import { expect, test } from 'vitest'
import { whyNotEndpoint } from './push.ts'

test('a push service in a private network is used if the settings allow it', () => {
  const [house, never] = [{ push: { toPrivate: true } }, { push: { toPrivate: false } }]
  expect(whyNotEndpoint('http://10.0.0.7:8080/x', house)).toBeNull()
  expect(whyNotEndpoint('http://10.0.0.7:8080/x', never)).not.toBeNull()
  expect(whyNotEndpoint('file:///etc/passwd', house)).not.toBeNull()
  expect(whyNotEndpoint('https://push.example.com/x', never)).toBeNull()
})
