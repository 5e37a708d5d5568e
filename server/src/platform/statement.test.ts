import { expect, it } from 'vitest'
import { statement } from './statement.ts'

it('a statement numbers each named parameter once, and does not change casts', () => {
  const find = statement(`select 'no'::text from visit where id = :id::uuid and (:id is null or day = :day)`)
  expect(find({ id: 'a', day: 'b', other: 'c' })).toMatchObject({
    sql: `select 'no'::text from visit where id = $1::uuid and ($1 is null or day = $2)`,
    parameters: ['a', 'b'],
  })
})

it('a statement with a parameter without a value is refused', () => {
  expect(() => statement('select :id')({})).toThrow('The parameter :id has no value')
})
