import { describe, expect, test } from 'vitest'
import { whyWeak } from './password-rules.ts'

const words = ['Phial Laboratory', 'Kwabena Agyei-Mensah', 'kwabena.agyei@example.com']

describe('a password is refused', () => {
  test.each([
    'password',
    'Password123',
    'QWERTYUIOP',
    '1qaz2wsx',
    'iloveyou1',
    'ghana2024',
    '88888888',
    '25121990',
  ])('as one that is tried first: %s', (password) =>
    expect(whyWeak(password, words)).toContain('first that are tried'),
  )

  test.each(['xyxyxyxyxyxy', 'zzzzzzzzzz'])('as a repetition: %s', (password) =>
    expect(whyWeak(password, words)).toContain('repeats itself'),
  )

  test.each([
    ['phiallab!', 'phial'],
    ['Laboratory-1999', 'laboratory'],
    ['KWABENA1234567', 'kwabena'],
    ['agyeimensah', 'mensah agyei'],
    ['kwabena.agyei', 'kwabena agyei'],
    ['Mensah&Agyei1', 'mensah agyei'],
  ])('as little more than a name: %s', (password, word) => {
    expect(whyWeak(password, words)).toContain(`little more than “${word}”`)
  })
})

describe('a password is taken', () => {
  test.each([
    'seven white lorries',
    'correct horse battery staple',
    'kwabena likes old trains',
    'Tr0ub4dor&3x',
    'ɛte sɛn wo ho',
    '密码很长很长很长',
    '🐘🦒🦓🦏🐪🐫🦘🐃',
  ])('%s', (password) => expect(whyWeak(password, words)).toBeNull())

  test('when a short word of the name is somewhere in it', () => {
    expect(whyWeak('adamantine', ['Ada Ali'])).toBeNull()
  })
})
