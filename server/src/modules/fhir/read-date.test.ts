import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fitsDate, readDate } from './read-date.ts'

describe('a date of a search', () => {
  it.each([
    ['2026', '2026-01-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z'],
    ['2026-02', '2026-02-01T00:00:00.000Z', '2026-03-01T00:00:00.000Z'],
    ['2026-03-09', '2026-03-09T00:00:00.000Z', '2026-03-10T00:00:00.000Z'],
    ['2026-03-09T08:30', '2026-03-09T08:30:00.000Z', '2026-03-09T08:31:00.000Z'],
    ['2026-03-09T08:30:01Z', '2026-03-09T08:30:01.000Z', '2026-03-09T08:30:02.000Z'],
    ['2026-03-09T08:30:01.5+01:00', '2026-03-09T07:30:01.500Z', '2026-03-09T07:30:01.501Z'],
    // In an address, a plus sign that is not encoded is a space.
    ['2026-03-09T08:30:00 01:00', '2026-03-09T07:30:00.000Z', '2026-03-09T07:30:01.000Z'],
  ])('%s covers all instants from %s until %s', (text, from, until) => {
    expect(readDate(text)).toEqual({ prefix: 'eq', from: new Date(from), until: new Date(until) })
  })

  it.each([
    '',
    'x',
    '2026-02-30',
    '2026-13',
    '26',
    'ap2026',
    'ge',
    '2026-03-09T25:00',
    '2026-03-09T08',
    'gele2026',
  ])('“%s” is not a date', (text) => {
    expect(readDate(text)).toBeNull()
  })

  it('each instant is before, within or after the given period, and the prefixes agree with that', () => {
    const instants = fc.date({
      min: new Date('2025-01-01'),
      max: new Date('2027-12-31'),
      noInvalidDate: true,
    })
    fc.assert(
      fc.property(
        instants,
        fc.constantFrom('2026', '2026-03', '2026-03-09', '2026-03-09T08:30Z'),
        (at, text) => {
          const is = (prefix: string) => {
            const asked = readDate(`${prefix}${text}`)
            return asked !== null && fitsDate(at, asked)
          }
          expect([is('lt'), is('eq'), is('gt')].filter(Boolean)).toHaveLength(1)
          expect(is('ne')).toBe(!is('eq'))
          expect(is('le')).toBe(is('lt') || is('eq'))
          expect(is('ge')).toBe(is('gt') || is('eq'))
          expect([is('sa'), is('eb')]).toEqual([is('gt'), is('lt')])
        },
      ),
    )
  })
})
