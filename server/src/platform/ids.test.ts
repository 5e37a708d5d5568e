import { describe, expect, it } from 'vitest'
import { stoppedClock } from './clock.ts'
import { newCode, normaliseCode, uuidv7 } from './ids.ts'

describe('ids', () => {
  it('ids sort in order of creation, even when the clock goes back', () => {
    const clock = stoppedClock('2090-01-01T00:00:00Z')
    const ids = Array.from({ length: 10_000 }, (_, index) => {
      if (index === 5_000) clock.advance(-60_000)
      return uuidv7(clock)
    })
    expect([...ids].sort()).toEqual(ids)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('ids are UUIDs of version 7 that contain their time of creation', () => {
    const id = uuidv7(stoppedClock('2091-05-06T07:08:09.010Z'))
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(new Date(Number.parseInt(id.replace(/-/g, '').slice(0, 12), 16)).toISOString()).toBe(
      '2091-05-06T07:08:09.010Z',
    )
  })
})

describe('codes', () => {
  it('codes contain no letter that can be mistaken for a digit', () => {
    for (let round = 0; round < 200; round++) expect(newCode(8)).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/)
  })

  it('codes are accepted in any case, with spaces or dashes', () => {
    expect(normaliseCode(' a7k2-o1il ')).toBe('A7K20111')
  })
})
