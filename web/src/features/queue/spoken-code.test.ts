import { expect, it } from 'vitest'
import { spokenCall, spokenCode } from './spoken-code.ts'

it('says a ticket as people say a number', () => {
  expect(spokenCode('A-012')).toBe('A, 12')
  expect(spokenCode('W-100')).toBe('W, 100')
  expect(spokenCode('S-1000')).toBe('S, 1000')
})

it('says where to go, and that it was said before', () => {
  expect(spokenCall({ code: 'A-007', desk: 'Chair 2', again: false })).toBe(
    'Number A, 7, please come to Chair 2.',
  )
  expect(spokenCall({ code: 'A-007', desk: 'Chair 2', again: true })).toBe(
    'Once more: Number A, 7, please come to Chair 2.',
  )
})
