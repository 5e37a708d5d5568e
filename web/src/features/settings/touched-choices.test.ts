import { describe, expect, it } from 'vitest'
import type { TouchedVisit } from '#contract/closures.ts'
import { ApiError } from '../../api/api-error.ts'
import { atTheirFields, choicesFor, deedsOf, sayDeeds, whyUndecided } from './touched-choices.ts'

const visit = (id: string, change: Partial<TouchedVisit> = {}): TouchedVisit => ({
  id,
  version: 1,
  reference: id,
  fullName: id,
  email: `${id}@home.test`,
  way: 'email',
  contact: '',
  start: '2026-03-10T09:00:00Z',
  end: '2026-03-10T09:15:00Z',
  testType: [],
  priority: 'low',
  proposal: '2026-03-11T09:00:00Z',
  alternatives: ['2026-03-11T09:15:00Z'],
  ...change,
})

describe('what is decided for the visits in a closed time', () => {
  it('is the nearest free time, else a message, else nothing yet', () => {
    const visits = [
      visit('a'),
      visit('b', { proposal: null, alternatives: [] }),
      visit('c', { proposal: null, alternatives: [], way: null }),
    ]
    const choices = choicesFor(visits, {})
    expect(choices).toEqual({ a: { move: '2026-03-11T09:00:00Z' }, b: 'message', c: 'undecided' })
    expect(deedsOf(visits, choices)).toEqual([
      { action: 'move', id: 'a', version: 1, start: '2026-03-11T09:00:00Z' },
      { action: 'message', id: 'b', version: 1 },
    ])
  })

  it('holds on when the list is looked at again, unless its time has gone', () => {
    const before = choicesFor([visit('a'), visit('b')], {
      a: { move: '2026-03-11T09:15:00Z' },
      b: 'cancel',
    })
    expect(before).toEqual({ a: { move: '2026-03-11T09:15:00Z' }, b: 'cancel' })
    const now = [visit('a', { proposal: '2026-03-11T10:00:00Z', alternatives: [] }), visit('b')]
    expect(choicesFor(now, before)).toEqual({ a: { move: '2026-03-11T10:00:00Z' }, b: 'cancel' })
  })

  it('is asked for at the field of each visit that has nothing yet', () => {
    const visits = [visit('a'), visit('b', { proposal: null, alternatives: [], way: null })]
    expect(whyUndecided(visits, choicesFor(visits, {}))).toEqual({
      'visits.b': ['Nothing is chosen yet'],
    })
    expect(whyUndecided(visits, choicesFor(visits, { b: 'cancel' }))).toEqual({})
  })

  it('is refused at the visit that it was for, whichever were left out of what was sent', () => {
    const visits = [visit('a', { proposal: null, alternatives: [], way: null }), visit('b'), visit('c')]
    const sent = deedsOf(visits, choicesFor(visits, {}))
    const refusal = new ApiError(
      {
        message: 'Taken',
        code: 'slot_taken',
        fields: { 'visits.1.start': ['Taken'], reason: ['Reason is required'] },
      },
      409,
    )
    expect(atTheirFields(refusal, sent)).toEqual({
      message: 'Taken',
      fields: { 'visits.c': ['Taken'], reason: ['Reason is required'] },
    })
  })

  it('is said on the button that does it', () => {
    const visits = [visit('a'), visit('b'), visit('c')]
    expect(sayDeeds('Close', visits, { ...choicesFor(visits, {}), c: 'message' })).toBe(
      'Close, move 2 and ask 1',
    )
    expect(sayDeeds('', visits, choicesFor(visits, {}))).toBe('Move 3')
    expect(sayDeeds('Close', [], {})).toBe('Close')
    expect(sayDeeds('', [], {})).toBe('Nothing to do')
  })
})
