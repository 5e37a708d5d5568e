import { expect, it } from 'vitest'
import { isSurname } from './surname.ts'

it('knows the surname at either end of a name, with or without its signs', () => {
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

it('takes nothing else for it', () => {
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
