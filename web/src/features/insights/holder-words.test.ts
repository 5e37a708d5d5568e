import { expect, test } from 'vitest'
import { sayHolders } from './holder-words.ts'

const now = new Date('2026-03-09T10:00:00Z')
const said = (held: Partial<Parameters<typeof sayHolders>[0]>) => {
  const nobody: Parameters<typeof sayHolders>[0] = {
    step: 'bench',
    holders: [],
    moreHolders: 0,
    comesAgainAt: null,
  }
  const { names, why } = sayHolders({ ...nobody, ...held }, 'Africa/Accra', now)
  return `${names}: ${why}`
}

test('an open test names the person who collected it or works on it', () => {
  expect(said({ step: 'work', holders: ['Hana'] })).toBe('Hana: Is working on it')
  expect(said({ step: 'transport', holders: ['Pat'] })).toBe('Pat: Collected it')
})

test('a waiting test names the people who may take it, and counts the others', () => {
  expect(said({ holders: ['Ama', 'Kofi'] })).toBe('Ama or Kofi: May start it')
  expect(said({ step: 'release', holders: ['Ama', 'Esi', 'Kofi'], moreHolders: 1 })).toBe(
    'Ama, Esi, Kofi or 1 other: May release it',
  )
})

test('an open test that nobody can take states what is missing', () => {
  expect(said({})).toBe('Nobody: No technician of this site does this test')
  expect(said({ step: 'release' })).toBe('Nobody: Nobody else at this site may release it')
  expect(said({ step: 'collection' })).toBe('The desk: No appointment for another sample')
  expect(said({ step: 'collection', comesAgainAt: '2026-03-10T08:30:00Z' })).toBe(
    'The patient: Comes again tomorrow 08:30',
  )
})
