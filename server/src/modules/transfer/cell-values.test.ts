import { describe, expect, it } from 'vitest'
import { missingFields } from '#contract/transfer.ts'
import { ageOn, readBirth, readDay, readGender, readPriority, readState, readTime } from './cell-values.ts'
import { matchColumns, readColumns } from './match-columns.ts'

describe('a cell', () => {
  it('a cell is read as a day in any common notation if the day exists', () => {
    const days = ['2026-03-09', '9/3/2026', '09.03.2026', '9-3-2026', '2026/3/9'].map(readDay)
    expect(new Set(days)).toEqual(new Set(['2026-03-09']))
    expect(['30/2/2026', '2026-13-01', '3/9/26', 'soon', ''].map(readDay)).toEqual(Array(5).fill(null))
  })

  it('a cell is read as a birth by day, month or year', () => {
    expect(['12/3/1961', '1961-03', '3.1961', '1961'].map(readBirth)).toEqual([
      { date: '1961-03-12', precision: 'day' },
      { date: '1961-03-01', precision: 'month' },
      { date: '1961-03-01', precision: 'month' },
      { date: '1961-01-01', precision: 'year' },
    ])
    expect(['31/2/1961', '1961-13', '61', '19610312', ''].map(readBirth)).toEqual(Array(5).fill(null))
  })

  it('a cell is read as a time of day in 24-hour or 12-hour notation', () => {
    expect(['8:30', '08:30:00', '8.30 am', '12:05 a.m.', '12:05pm', '2:15 PM'].map(readTime)).toEqual([
      510, 510, 510, 5, 725, 855,
    ])
    expect(['24:00', '8', '8:60', '13:00 pm', '0:30 am', ''].map(readTime)).toEqual(Array(6).fill(null))
  })

  it('a cell with a term of another system is read as ours', () => {
    expect([readGender('F'), readGender('Male'), readGender('x')]).toEqual(['female', 'male', null])
    expect([readPriority('STAT'), readPriority('routine')]).toEqual(['high', 'low'])
    expect([readState('No-show'), readState('Canceled'), readState('arrived')]).toEqual([
      'no_show',
      'cancelled',
      null,
    ])
    // Property names of every object are not accepted as terms.
    expect([readGender, readPriority, readState].map((read) => read('Constructor'))).toEqual([
      null,
      null,
      null,
    ])
    expect([ageOn('2000-03-10', '2026-03-09'), ageOn('2000-03-09', '2026-03-09')]).toEqual([25, 26])
  })
})

describe('columns', () => {
  it('columns are recognised by their headers in any case, or by the user’s choice', () => {
    const few = matchColumns('patients', ['E-mail Address', 'Patient Name', 'Mobile'])
    expect(few).toEqual([null, 1, 0, 2, ...Array(9).fill(null)])
    expect(readColumns('patients', ',2,0,9', 3)).toEqual([null, 2, 0, null, ...Array(9).fill(null)])
    const none = matchColumns('appointments', ['Name', 'DOB', 'Sex', 'Tests', 'Date'])
    expect(missingFields('appointments', none).map(({ name }) => name)).toEqual(['time'])
    expect(missingFields('patients', [null, 0, null, 1]).map(({ name }) => name)).toEqual(['email'])
    // With a gender a record is created, and no account is needed.
    expect(missingFields('patients', [null, 0, null, null, 1])).toEqual([])
    const parts = matchColumns('patients', ['Surname', 'First name', 'Sex', 'DOB'])
    expect(missingFields('patients', parts)).toEqual([])
  })
})
