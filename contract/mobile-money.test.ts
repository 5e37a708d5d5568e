import { expect, test } from 'vitest'
import { likelyNetwork, mobileDigits } from './mobile-money.ts'

test('a Ghanaian mobile number is read in every way in which it is written', () => {
  for (const typed of [
    '0241234567',
    '+233 24 123 4567',
    '233241234567',
    '00233-24-123-4567',
    '(024) 123.4567',
  ])
    expect([typed, mobileDigits(typed)]).toEqual([typed, '241234567'])
})

test('another number is no mobile-money number', () => {
  for (const typed of ['', '024123456', '02412345678', '0302123456', '+44 7911 123456', '024 123 456x'])
    expect([typed, mobileDigits(typed)]).toEqual([typed, null])
})

test('the network is guessed from the prefix', () => {
  expect(['0551234567', '0201234567', '+233 27 123 4567', '0231234567'].map(likelyNetwork)).toEqual([
    'mtn',
    'telecel',
    'airteltigo',
    null,
  ])
})
