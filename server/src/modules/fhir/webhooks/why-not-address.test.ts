import { expect, test } from 'vitest'
import { whyNotAddress } from './why-not-address.ts'

test.each([
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'https://127.1/x',
  'https://2130706433/x',
  'https://0x7f000001/x',
  'https://0177.0.0.1/x',
  'https://[::1]/x',
  'https://[::ffff:127.0.0.1]/x',
  'https://[fe80::1]/x',
  'https://[fd00::1]/x',
  'https://[64:ff9b::a00:1]/x',
  'https://10.0.0.7/x',
  'https://metadata.google.internal/x',
  'https://intranet/x',
])('events are not sent to %s, which is not on the internet', (address) => {
  expect(whyNotAddress(address, false)).toBe('The address must be on the internet')
})

test.each(['http://clinic.example/x', 'http://127.0.0.1/x', 'ftp://clinic.example/x', 'file:///etc/passwd'])(
  'events are not sent to %s, which is not https',
  (address) => {
    expect(whyNotAddress(address, false)).toBe('The address must begin with https://')
  },
)

test('an address has no password and no fragment', () => {
  expect(whyNotAddress('https://a:b@clinic.example/x', true)).toContain('password')
  expect(whyNotAddress('https://clinic.example/x#y', true)).toContain('#')
  expect(whyNotAddress('clinic.example', true)).toContain('whole address')
  expect(whyNotAddress('https://clinic.example/x?key=1', false)).toBeNull()
})

test('private addresses are allowed by the settings, and http on the loopback only', () => {
  expect(whyNotAddress('https://10.0.0.7/x', true)).toBeNull()
  expect(whyNotAddress('http://127.0.0.1:9000/x', true)).toBeNull()
  expect(whyNotAddress('http://10.0.0.7/x', true)).toBe('The address must begin with https://')
})
