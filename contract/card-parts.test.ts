import { expect, it } from 'vitest'
import { readCardParts } from './card-parts.ts'

it('the parts of a card are joined in their order, however they come', () => {
  expect(readCardParts(' shc:/5676\n2909 ')).toEqual({ state: 'whole', digits: '56762909' })
  expect(readCardParts('shc:/3/3/03\nshc:/1/3/01, SHC:/2/3/02\nshc:/1/3/01')).toEqual({
    state: 'whole',
    digits: '010203',
  })
})

it('missing parts are named, and parts of different cards are not joined', () => {
  expect(readCardParts('shc:/2/4/02')).toEqual({ state: 'incomplete', count: 4, missing: [1, 3, 4] })
  for (const mixed of ['shc:/1/2/01 shc:/2/3/02', 'shc:/1/2/01 shc:/1/2/02', 'shc:/01 shc:/02'])
    expect([mixed, readCardParts(mixed)]).toEqual([mixed, { state: 'mixed' }])
  for (const broken of ['shc:/', 'shc:/1', 'shc:/12x4', 'shc:/0/2/01', 'shc:/3/2/01', 'shc:/1/2/'])
    expect([broken, readCardParts(broken)]).toEqual([broken, { state: 'broken' }])
  for (const none of ['', 'eyJ.a.b', '{"verifiableCredential":["shc:/01"]}'])
    expect(readCardParts(none)).toBeNull()
})
