import { expect, it } from 'vitest'
import { isSurname } from './surname.ts'

it('a surname is matched at either end of a name, with or without diacritics', () => {
  const pairs: [string, string][] = [
    ['Mensah', 'Ama Mensah'],
    ['mensah', 'Mensah Ama'],
    ['Owusu Ansah', 'Kofi Owusu-Ansah'],
    ['OWUSUANSAH', 'Kofi Owusu-Ansah'],
    ['van der Berg', 'Anna van der Berg'],
    ["O'Neil", 'Sean Oneil'],
    ['Muller', 'Jörg Müller'],
    ['Абрамов', 'Иван Абрамов'],
  ]
  for (const [typed, name] of pairs)
    expect([typed, name, isSurname(typed, name)]).toEqual([typed, name, true])
})

it('no other part of a name is accepted as the surname', () => {
  const pairs: [string, string][] = [
    ['', 'Ama Mensah'],
    ['-', 'Ama Mensah'],
    ['Mens', 'Ama Mensah'],
    ['Mensahs', 'Ama Mensah'],
    ['Akua', 'Ama Akua Mensah'],
    ['Owusu', 'Ama Mensah'],
  ]
  for (const [typed, name] of pairs)
    expect([typed, name, isSurname(typed, name)]).toEqual([typed, name, false])
})
