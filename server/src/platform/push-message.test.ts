import { createECDH, createHash, createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { decryptPush } from '../../tests/push-service.ts'
import { isPoint } from './push.ts'
import { encryptPush, newSigningKey, vapidHeader } from './push-message.ts'

const bytes = (text: string) => Buffer.from(text, 'base64url')

describe('encryption for a browser', () => {
  // The tests' browser decrypts with the product’s own code, so this test checks that code against the standard.
  test('encryption matches the example of RFC 8291, section 5 and appendix A', () => {
    const decrypted = decryptPush(
      bytes(
        'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS' +
          '6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
      ),
      bytes('q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94'),
      bytes('BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4'),
      bytes('BTBZMqHH6r4Tts7J_aSIgg'),
    )
    expect(decrypted).toBe('When I grow up, I want to be a watermelon')
  })

  test('an encrypted push message can be read by the browser, differs each time, hides its length, and has a bounded size', () => {
    const browser = createECDH('prime256v1')
    const keys = { p256dh: browser.generateKeys(), auth: Buffer.alloc(16, 7) }
    const one = encryptPush('{"é":1}', keys, 512)
    const other = encryptPush('{"longer":"a good deal longer than that"}', keys, 512)
    expect(JSON.parse(decryptPush(one, browser.getPrivateKey(), keys.p256dh, keys.auth))).toEqual({ é: 1 })
    expect(one.length).toBe(other.length)
    expect(one.subarray(0, 16)).not.toEqual(other.subarray(0, 16))
    expect(encryptPush('x'.repeat(3993), keys).length).toBe(4096)
    expect(() => encryptPush('x'.repeat(3994), keys)).toThrow(RangeError)
  })
})

test('the VAPID signature covers audience and expiry, and is valid for the key in the header', () => {
  const key = newSigningKey()
  const header = vapidHeader(key, {
    audience: 'https://push.example',
    subject: 'mailto:lab@example.com',
    expires: new Date('2026-03-09T20:30:00Z'),
  })
  const [, token = '', named = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(header) ?? []
  const point = bytes(named)
  expect(point).toEqual(key.publicKey)
  const [head = '', claims = '', signature = ''] = token.split('.')
  expect(JSON.parse(bytes(head).toString())).toEqual({ typ: 'JWT', alg: 'ES256' })
  expect(JSON.parse(bytes(claims).toString())).toEqual({
    aud: 'https://push.example',
    exp: Date.parse('2026-03-09T20:30:00Z') / 1000,
    sub: 'mailto:lab@example.com',
  })
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as never })
  const isBy = (text: string) =>
    verify('sha256', Buffer.from(text), { key: publicKey, dsaEncoding: 'ieee-p1363' }, bytes(signature))
  expect(isBy(`${head}.${claims}`)).toBe(true)
  expect(isBy(`${head}.${claims}x`)).toBe(false)
})

test('a browser’s key must be a point of the curve', () => {
  expect(isPoint(newSigningKey().publicKey)).toBe(true)
  expect(isPoint(Buffer.alloc(65, 4))).toBe(false)
  expect(isPoint(Buffer.alloc(65))).toBe(false)
  expect(isPoint(createHash('sha256').digest())).toBe(false)
})
