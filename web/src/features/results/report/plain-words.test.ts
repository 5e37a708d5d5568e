import { describe, expect, it } from 'vitest'
import { flags } from '#contract/results.ts'
import { isUrgent, plainFlag, plainRange, plainSentence } from './plain-words.ts'

describe('the words for a patient', () => {
  it('say nothing of a value that was compared with nothing, and "as usual" of one inside its range', () => {
    expect(plainFlag({ flag: '', range: '' })).toBe('')
    expect(plainFlag({ flag: '', range: 'up to 5.5' })).toBe('As usual')
    expect(plainSentence({ flag: '' })).toBeNull()
  })

  it.each(flags.filter((flag) => flag !== ''))('name %s beside its colour and say whom to ask', (flag) => {
    expect(plainFlag({ flag, range: '' })).not.toBe('')
    expect(plainSentence({ flag })).toMatch(isUrgent({ flag }) ? /today/ : /talk to your doctor/)
  })

  it('speak of no range where a limit for danger stands alone', () => {
    for (const flag of ['LL', 'HH', 'AA'] as const)
      expect(`${plainFlag({ flag, range: '' })} ${plainSentence({ flag })}`).not.toMatch(/range/)
  })

  it('say a range as people do', () => {
    expect(['12.0–15.0', 'up to 5.5', 'from 90', 'Negative'].map(plainRange)).toEqual([
      '12.0 to 15.0',
      'up to 5.5',
      'from 90',
      'Negative',
    ])
  })
})
