import { expect, test } from 'vitest'
import { signedHeaders, writtenSecret } from './sign-webhook.ts'

// The example of the specification's reference libraries.
const secret = Buffer.from('MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', 'base64')
const example = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  at: new Date(1614265330_000),
  body: '{"test": 2432232314}',
}

test('a signature is that of the Standard Webhooks specification', () => {
  expect(signedHeaders(example, [secret])).toEqual({
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('each secret makes a signature', () => {
  const two = signedHeaders(example, [Buffer.alloc(32), secret])['webhook-signature'].split(' ')
  expect(two).toHaveLength(2)
  expect(two[1]).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
})

test('a secret is written with its prefix', () => {
  expect(writtenSecret(secret)).toBe('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')
})
