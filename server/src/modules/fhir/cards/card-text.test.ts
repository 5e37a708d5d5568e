import { deflateRawSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { decimal } from '../decimal.ts'
import { compressed, expanded, fileOf, numericOf, signedTextIn } from './card-text.ts'

it('a card is the same as a file, as the text of a QR code and by itself', () => {
  const jws = 'eyJhbGciOiJFUzI1NiJ9.3VQ-_z.0-aZ'
  expect(numericOf('eyJ.-')).toBe('shc:/5676290100')
  for (const form of [jws, ` ${jws}\n`, numericOf(jws), fileOf(jws)]) expect(signedTextIn(form)).toBe(jws)
  for (const none of ['shc:/5', 'shc:/56x6', 'shc:/', '{', '{}', '{"verifiableCredential":[1]}'])
    expect([none, signedTextIn(none)]).toEqual([none, null])
})

it('a payload is compressed, and none expands to more than a card has', () => {
  expect(expanded(compressed({ vc: 'é', value: decimal('5.0') }))).toEqual({ vc: 'é', value: '5.0' })
  expect(() => expanded(deflateRawSync(JSON.stringify('x'.repeat(1_000_000))))).toThrow()
})
