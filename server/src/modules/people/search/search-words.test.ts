import { describe, expect, it } from 'vitest'
import { searchQuery, unknownWords } from './search-words.ts'

describe('search words', () => {
  it('a search finds words by their prefixes, in any order', () => {
    expect(searchQuery(' me  Ama ')).toBe(`('me':*) & ('ama':*)`)
    expect(searchQuery('Boatengwaa-Adu')).toBe(`('boatengwaa':*) & ('adu':*)`)
  })

  it('a search matches an e-mail address as a whole', () => {
    expect(searchQuery('Ama.M@example')).toBe(`('@ama.m@example':*)`)
  })

  it('a search finds a phone number with its country code, with a leading 0 or with neither', () => {
    expect(searchQuery('+233 24 123 4567')).toBe(`('233241234567':* | '241234567':* | '#233241234567':*)`)
    expect(searchQuery('024 123')).toBe(`('024123':* | '24123':* | '#024123':*)`)
    expect(searchQuery('45')).toBe(`('45':*)`)
  })

  it('a search accepts a reference as it is dictated', () => {
    expect(searchQuery('A7K2O1IL')).toBe(`('a7k2o1il':* | '#a7k20111':*)`)
  })

  it('a search without words makes no query', () => {
    expect(searchQuery('  %_ ')).toBeNull()
    expect(searchQuery('+ ()')).toBeNull()
  })

  it('a search cannot inject tsquery syntax', () => {
    expect(searchQuery(`x@y' | 'z\\`)).toBe(`('@x@y''':*) & ('z':*)`)
    expect(searchQuery('a & !b')).toBe(`('a':*) & ('b':*)`)
  })

  it('the query for unknown words has the structure of the original query', () => {
    expect(unknownWords(searchQuery(`ama.o'n\\@x 2411`) ?? '')).toBe(`('~':*) & ('~':* | '~':*)`)
  })
})
