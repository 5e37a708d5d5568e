import { describe, expect, test } from 'vitest'
import { isTransient } from './errors.ts'

const fail = (code: string) => Object.assign(new Error('said by the database'), { code })

describe('an error of the database', () => {
  test.for([
    ['53100', 'the disk is full'],
    ['53200', 'out of memory'],
    ['53300', 'too many connections'],
    ['53400', 'a configured limit is reached'],
    ['57P01', 'the database is being stopped'],
    ['57P02', 'another session crashed'],
    ['57P03', 'the database is starting'],
    ['58000', 'the system failed'],
    ['58030', 'the disk could not be read or written'],
    ['08006', 'the connection failed'],
    ['40001', 'another transaction changed the same rows'],
    ['40P01', 'two transactions waited for each other'],
  ])('%s (%s) is transient', ([code]) => {
    expect(isTransient(fail(String(code)))).toBe(true)
  })

  test.for([
    ['23505', 'a value that is taken'],
    ['42P01', 'a table that is not there'],
    ['57014', 'a statement that took too long'],
    ['58P01', 'a file of the database that is gone'],
    ['XX001', 'data that is damaged'],
  ])('%s (%s) means that the statement or the data is wrong', ([code]) => {
    expect(isTransient(fail(String(code)))).toBe(false)
  })
})
