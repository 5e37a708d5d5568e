import { expect, test } from 'vitest'
import { relyingPartyOf } from './relying-party.ts'

test.each([
  ['https://lab.example.com', { id: 'lab.example.com', origin: 'https://lab.example.com' }],
  ['https://lab.example.com:8443', { id: 'lab.example.com', origin: 'https://lab.example.com:8443' }],
  ['http://localhost:3000', { id: 'localhost', origin: 'http://localhost:3000' }],
  ['http://lab.example.com', null],
  ['https://192.168.1.10', null],
  ['http://127.0.0.1:3000', null],
  ['https://[2001:db8::1]', null],
])('the relying party of %s', (publicUrl, party) => {
  expect(relyingPartyOf(publicUrl)).toEqual(party)
})
