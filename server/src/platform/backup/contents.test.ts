import { expect, it } from 'vitest'
import { compareContents } from './contents.ts'

it('names the tables that differ from what was noted', () => {
  const noted = {
    'public.account': { rows: 2, hash: '11' },
    'public.audit': { rows: 5, hash: '22' },
    'public.report': { rows: 1, hash: '33' },
    'public.visit': { rows: 7, hash: '44' },
  }
  const { 'public.report': _, ...found } = {
    ...noted,
    'public.audit': { rows: 4, hash: '22' },
    'public.other': { rows: 0, hash: '0' },
    'public.visit': { rows: 7, hash: '45' },
  }
  expect(compareContents(noted, noted)).toEqual([])
  expect(compareContents(noted, found)).toEqual([
    'public.audit has 4 rows instead of 5',
    'public.other is new',
    'public.report is missing',
    'public.visit has the same number of rows, with other content',
  ])
})
