import { expect, it } from 'vitest'
import { readQuantity } from './read-quantity.ts'

const ucum = 'http://unitsofmeasure.org'

it('a quantity has a prefix, a number with its precision, and a unit', () => {
  const any = { system: null, code: null }
  expect(readQuantity('5.40')).toEqual({ prefix: 'eq', number: '5.40e0', half: '5e-3', ...any })
  expect(readQuantity('lt-7')).toEqual({ prefix: 'lt', number: '-7e0', half: '5e-1', ...any })
  expect(readQuantity('ap1.5e2')).toEqual({ prefix: 'ap', number: '1.5e2', half: '5e0', ...any })
  expect(readQuantity(`ge12|${ucum}|g/dL`)).toMatchObject({ prefix: 'ge', system: ucum, code: 'g/dL' })
  expect(readQuantity('12||g/dL')).toMatchObject({ system: null, code: 'g/dL' })
  expect(readQuantity('12||')).toMatchObject(any)
})

it('a text that is no quantity is not read as one', () => {
  for (const text of [
    '',
    'x',
    '5,4',
    '5.',
    '.5',
    '5|g/dL',
    `5|${ucum}|`,
    '5||g|L',
    '>5',
    '1e999',
    '5 5',
    '5||\0',
  ])
    expect([text, readQuantity(text)]).toEqual([text, null])
})
