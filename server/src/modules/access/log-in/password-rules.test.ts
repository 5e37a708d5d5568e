import { describe, expect, test } from 'vitest'
import { whyWeak } from './password-rules.ts'

const words = ['Phial Laboratory', 'Kwabena Agyei-Mensah', 'kwabena.agyei@example.com']

describe('a weak password', () => {
  test.each([
    'password',
    'Password123',
    'QWERTYUIOP',
    '1qaz2wsx',
    'iloveyou1',
    'ghana2024',
    '88888888',
    '25121990',
  ])('a common password is refused: %s', (password) =>
    expect(whyWeak(password, words)).toContain('first that are tried'),
  )

  test.each(['xyxyxyxyxyxy', 'zzzzzzzzzz'])('a repetitive password is refused: %s', (password) =>
    expect(whyWeak(password, words)).toContain('repeats itself'),
  )

  test.each([
    ['phiallab!', 'phial'],
    ['Laboratory-1999', 'laboratory'],
    ['KWABENA1234567', 'kwabena'],
    ['agyeimensah', 'mensah agyei'],
    ['kwabena.agyei', 'kwabena agyei'],
    ['Mensah&Agyei1', 'mensah agyei'],
  ])('a password that is little more than a name is refused: %s', (password, word) => {
    expect(whyWeak(password, words)).toContain(`little more than “${word}”`)
  })
})

describe('a strong password', () => {
  test.each([
    'seven white lorries',
    'correct horse battery staple',
    'kwabena likes old trains',
    'Tr0ub4dor&3x',
    'ɛte sɛn wo ho',
    '密码很长很长很长',
    '🐘🦒🦓🦏🐪🐫🦘🐃',
  ])('the password %s is accepted', (password) => expect(whyWeak(password, words)).toBeNull())

  test('a password that contains a short word of the name is accepted', () => {
    expect(whyWeak('adamantine', ['Ada Ali'])).toBeNull()
  })
})
