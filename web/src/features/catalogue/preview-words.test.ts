import { expect, it } from 'vitest'
import { sayChange, sayCount, sayShare } from './preview-words.ts'

it('counts are said as people say them', () => {
  expect([sayCount(1, 'result'), sayCount(12, 'result'), sayCount(3, 'of them')]).toEqual([
    '1 result',
    '12 results',
    '3 of them',
  ])
  expect(sayChange({ from: 'L', to: '', count: 30 })).toBe('30 that were low would be within the limits')
  expect(sayChange({ from: '', to: 'HH', count: 1 })).toBe(
    '1 that was within the limits would be critically high',
  )
})

it('a small share is not none', () => {
  expect([sayShare(0, 9), sayShare(1, 400), sayShare(1, 3)]).toEqual(['0 %', 'under 1 %', '33 %'])
})
