import { expect, it } from 'vitest'
import { isSurname } from './surname.ts'

it('whole words of a name are matched as its surname, with or without diacritics', () => {
  const pairs: [string, string][] = [
    ['Mensah', 'Ama Mensah'],
    ['mensah', 'Mensah Ama'],
    ['Owusu Ansah', 'Kofi Owusu-Ansah'],
    ['OWUSUANSAH', 'Kofi Owusu-Ansah'],
    ['van der Berg', 'Anna van der Berg'],
    ["O'Neil", 'Sean Oneil'],
    ['Muller', 'Jörg Müller'],
    ['Абрамов', 'Иван Абрамов'],
    ['Owusu', 'Kofi Owusu Ansah'],
    ['García', 'María García López'],
  ]
  for (const [typed, name] of pairs)
    expect([typed, name, isSurname(typed, name)]).toEqual([typed, name, true])
})

it('parts of words, other words and words in another order are refused', () => {
  const pairs: [string, string][] = [
    ['', 'Ama Mensah'],
    ['-', 'Ama Mensah'],
    ['Mens', 'Ama Mensah'],
    ['Mensahs', 'Ama Mensah'],
    ['Mensah Ama', 'Ama Akua Mensah'],
    ['Ama Mensah', 'Ama Akua Mensah'],
    ['Owusu', 'Ama Mensah'],
  ]
  for (const [typed, name] of pairs)
    expect([typed, name, isSurname(typed, name)]).toEqual([typed, name, false])
})
