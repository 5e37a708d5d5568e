import { describe, expect, test } from 'vitest'
import { smsLength } from './sms-length.ts'

describe('the length of an SMS', () => {
  test.each([
    ['a'.repeat(160), 'GSM-7', 160, 1],
    ['a'.repeat(161), 'GSM-7', 161, 2],
    ['a'.repeat(306), 'GSM-7', 306, 2],
    ['a'.repeat(307), 'GSM-7', 307, 3],
    [`${'a'.repeat(159)}€`, 'GSM-7', 161, 2],
    ['Ɛ'.repeat(70), 'UCS-2', 70, 1],
    ['Ɛ'.repeat(71), 'UCS-2', 71, 2],
    ['😀'.repeat(35), 'UCS-2', 70, 1],
    ['', 'GSM-7', 0, 1],
  ])(
    'the length of an SMS is counted in segments as the network does: %#',
    (text, encoding, units, segments) => {
      expect(smsLength(text)).toEqual({ encoding, units, segments })
    },
  )
})
