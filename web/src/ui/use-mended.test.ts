import { expect, it } from 'vitest'
import { without } from './use-mended.ts'

const refused = Object.assign(new Error('Please correct the marked fields'), {
  fields: { name: ['Enter a name'], label: ['Another test is booked as “Blood Sugar”'] },
})

it('keeps the message of a refusal while one of its fields is not corrected', () => {
  expect(without(refused, ['name'])).toEqual({
    message: 'Please correct the marked fields',
    fields: { label: ['Another test is booked as “Blood Sugar”'] },
  })
})

it('is null once all fields of a refusal are corrected', () => {
  expect(without(refused, ['name', 'label'])).toBeNull()
})
