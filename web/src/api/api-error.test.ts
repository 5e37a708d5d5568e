import { describe, expect, it } from 'vitest'
import { noAnswer, noConnection } from './api-error.ts'

describe('a call without an answer', () => {
  it('a change that was not sent says that what was typed is kept', () => {
    expect(noConnection(null, { method: 'POST' }).message).toBe(
      'No connection. What you typed is kept; try again.',
    )
    expect(noAnswer(502, { method: 'PUT' }).message).toContain('What you typed is kept')
  })

  it('a reading says nothing of what was typed', () => {
    expect(noConnection(null, { method: 'GET' }).message).toBe('No connection. Try again.')
    expect(noAnswer(502, { method: 'GET' }).message).toBe(
      'The laboratory’s server did not answer. Try again in a moment.',
    )
  })
})
