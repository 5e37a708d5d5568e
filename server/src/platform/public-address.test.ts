import { expect, test } from 'vitest'
import { isPublicAddress, mayBePublic } from './public-address.ts'

test.each([
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '255.255.255.255',
  '::1',
  '::',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::',
  '2001::1',
  'localhost',
  '',
])('the address %s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '172.32.0.1', '192.0.1.1', '142.250.1.1', '2a00:1450:4001::1', '2606:4700::1111'])(
  'the address %s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  'https://localhost/x',
  'https://LOCALHOST./x',
  'https://a.localhost/x',
  'https://printer.local/x',
  'https://metadata.google.internal/x',
  'https://router/x',
  'https://127.0.0.1/x',
  'https://2130706433/x',
  'https://0x7f.1/x',
  'https://[::1]/x',
  'https://[::ffff:10.0.0.1]/x',
  'https://10.0.0.7:8443/x',
])('a push service at %s is refused', (url) => {
  expect(mayBePublic(new URL(url))).toBe(false)
})

test.each([
  'https://fcm.googleapis.com/fcm/send/x',
  'https://updates.push.services.mozilla.com/wpush/v2/x',
  'https://web.push.apple.com/x',
  'https://wns2-par02p.notify.windows.com/w/?token=x',
  'https://8.8.8.8/x',
])('a push service at %s is allowed', (url) => {
  expect(mayBePublic(new URL(url))).toBe(true)
})
