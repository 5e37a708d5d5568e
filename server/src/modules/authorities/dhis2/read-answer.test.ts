import { expect, it } from 'vitest'
import { outcomeOf } from './read-answer.ts'

const answered = (body: object, status = 409) => outcomeOf({ status, said: JSON.stringify(body) })
const importCount = { imported: 2, updated: 0, ignored: 1, deleted: 0 }

it('of what DHIS2 objects to, only characters are kept that the database can store', () => {
  const conflicts = [{ object: 'Unknown\0', value: `No value ${'x'.repeat(290)}\u{1f9ea} \ud83e` }]
  const outcome = answered({ response: { importCount, conflicts } })
  expect(outcome).toMatchObject({ state: 'partly', imported: 2, ignored: 1 })
  expect(outcome.conflicts).toEqual([{ object: 'Unknown ', says: `No value ${'x'.repeat(290)}\ufffd` }])
  expect(answered({ message: 'Not\0 allowed' }).error).toBe('Not  allowed')
})

it('a count that the database cannot store is not the answer of a DHIS2', () => {
  const outcome = answered({ importCount: { ...importCount, imported: 2 ** 31 } }, 200)
  expect(outcome).toMatchObject({
    state: 'refused',
    imported: null,
    error: 'The answer is not that of a DHIS2',
  })
})
