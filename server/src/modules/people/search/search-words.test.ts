import { describe, expect, it } from 'vitest'
import { searchQuery } from './search-words.ts'

describe('what is typed into a search', () => {
  it('finds words by their beginnings, in any order', () => {
    expect(searchQuery(' me  Ama ')).toBe(`('me':*) & ('ama':*)`)
    expect(searchQuery('Boatengwaa-Adu')).toBe(`('boatengwaa':*) & ('adu':*)`)
  })

  it('takes an address of e-mail as a whole', () => {
    expect(searchQuery('Ama.M@example')).toBe(`('@ama.m@example':*)`)
  })

  it('knows a phone number with its country’s code, with 0 in its place and with neither', () => {
    expect(searchQuery('+233 24 123 4567')).toBe(`('233241234567':* | '241234567':* | '#233241234567':*)`)
    expect(searchQuery('024 123')).toBe(`('024123':* | '24123':* | '#024123':*)`)
    expect(searchQuery('45')).toBe(`('45':*)`)
  })

  it('reads a reference as it was heard', () => {
    expect(searchQuery('A7K2O1IL')).toBe(`('a7k2o1il':* | '#a7k20111':*)`)
  })

  it('asks for nothing when there is nothing to ask for', () => {
    expect(searchQuery('  %_ ')).toBeNull()
    expect(searchQuery('+ ()')).toBeNull()
  })

  it('cannot be taken for a query of the database', () => {
    expect(searchQuery(`x@y' | 'z\\`)).toBe(`('@x@y''':*) & ('z':*)`)
    expect(searchQuery('a & !b')).toBe(`('a':*) & ('b':*)`)
  })
})
