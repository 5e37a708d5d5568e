import { expect, it } from 'vitest'
import { madeUpName, type Unnamed } from './made-up-name.ts'

const table: [Unnamed, string][] = [
  [{ naming: 'unknown', sex: 'male', age: 40 }, 'Unknown male, about 40'],
  [{ naming: 'unknown', sex: 'female', age: 0 }, 'Unknown female, less than 1'],
  [{ naming: 'baby', mother: 'Ama Mensah', birthOrder: null }, 'Baby of Ama Mensah'],
  [{ naming: 'baby', mother: 'Ama Mensah', birthOrder: 1 }, 'Baby 1 of Ama Mensah'],
  [
    { naming: 'baby', mother: 'Unknown female, about 20', birthOrder: 2 },
    'Baby 2 of Unknown female, about 20',
  ],
]

it.each(table)('a name is made up from %j', (from, name) => {
  expect(madeUpName(from)).toBe(name)
})

it('a made-up name is not longer than a name may be', () => {
  expect(madeUpName({ naming: 'baby', mother: 'é'.repeat(200), birthOrder: 2 })).toHaveLength(200)
})
