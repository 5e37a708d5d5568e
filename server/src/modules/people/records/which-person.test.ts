import { describe, expect, it } from 'vitest'
import { bornByAge } from './birth.ts'
import { type Circle, isAfterDeath, type Known, type Said, type Which, whichPerson } from './which-person.ts'

const today = '2026-11-22'
const known = (id: string, fullName: string, sex: Known['sex'], age: number): Known => ({
  id,
  fullName,
  sex,
  birth: bornByAge(age, today),
})
const circle = (accountName: string, hasSelf: boolean, ...people: Known[]): Circle => ({
  accountName,
  hasSelf,
  known: people,
  size: people.length,
})
const said = (fullName: string, gender: Said['gender'], age: number, on = today): Said => ({
  fullName,
  gender,
  age,
  on,
})
const isNew = (as: 'self' | 'other', ...couldBe: string[]): Which => ({ new: as, couldBe })

const kofi = known('kofi', 'Kofi Mensah', 'male', 45)
const ama = known('ama', 'Ama Mensah', 'female', 34)
const twin: Known = {
  id: 'twin',
  fullName: 'Kofi Twin',
  sex: 'male',
  birth: { date: '2021-03-02', precision: 'day' },
}
const twins = circle('Ama Twin', true, ama, twin)
const family = circle('Kofi Mensah', true, kofi, ama)

describe('the person of a booking without a number', () => {
  const table: [what: string, Circle, Said, Which][] = [
    [
      'the first of an account, in its name',
      circle('Ama Mensah', false),
      said('Ama Mensah', 'female', 34),
      isNew('self'),
    ],
    [
      'the first of an account, for somebody else',
      circle('Ama Mensah', false),
      said('Esi Owusu', 'female', 5),
      isNew('other'),
    ],
    ['the account holder again', family, said('Kofi Mensah', 'male', 45), { person: 'kofi' }],
    [
      'an age that is stated a year later',
      family,
      said('Kofi Mensah', 'male', 46, '2027-11-22'),
      { person: 'kofi' },
    ],
    [
      'the age of last year, stated again',
      family,
      said('Kofi Mensah', 'male', 45, '2027-12-01'),
      { person: 'kofi' },
    ],
    ['somebody whom the account books for', family, said('Ama Mensah', 'female', 34), { person: 'ama' }],
    ['a son of the father’s name', family, said('Kofi Mensah', 'male', 12), isNew('other', 'kofi')],
    [
      'father and son of one name, both known: the son',
      circle('Kofi Mensah', true, kofi, known('son', 'Kofi Mensah', 'male', 12)),
      said('Kofi Mensah', 'male', 12),
      { person: 'son' },
    ],
    [
      'a father after his son of the same name, whom the account was assigned to',
      circle('Kofi Mensah', true, known('son', 'Kofi Mensah', 'male', 12)),
      said('Kofi Mensah', 'male', 45),
      isNew('other', 'son'),
    ],
    [
      'one of twins',
      circle(
        'Ama Mensah',
        true,
        ama,
        known('t1', 'Panyin Mensah', 'male', 3),
        known('t2', 'Kakra Mensah', 'male', 3),
      ),
      said('Kakra Mensah', 'male', 3),
      { person: 't2' },
    ],
    [
      'details that fit two persons',
      circle(
        'Ama Mensah',
        true,
        known('one', 'Esi Mensah', 'female', 7),
        known('two', 'Esi Mensah', 'female', 8),
      ),
      said('Esi Mensah', 'female', 7),
      isNew('other', 'one', 'two'),
    ],
    ['a woman under her new name', family, said('Ama Owusu', 'female', 34), isNew('other')],
    [
      'a woman under her new name, once both records are joined',
      circle('Ama Mensah', true, ama, known('ama', 'Ama Owusu', 'female', 34)),
      said('Ama Owusu', 'female', 34),
      { person: 'ama' },
    ],
    ['the other sex under the same name', family, said('Kofi Mensah', 'female', 45), isNew('other')],
    ['a name in capitals', family, said('KOFI MENSAH', 'male', 45), isNew('other', 'kofi')],
    ['a name with another space', family, said('Kofi  Mensah', 'male', 45), isNew('other', 'kofi')],
    ['a name the other way round', family, said('Mensah Kofi', 'male', 45), isNew('other', 'kofi')],
    ['a stranger', family, said('Yaw Addo', 'male', 45), isNew('other')],
    [
      'a day of birth that is recorded',
      twins,
      { ...said('Kofi Twin', 'male', 5), bornOn: '2021-03-02' },
      { person: 'twin' },
    ],
    [
      'a day of birth beside the recorded one, at the same age',
      twins,
      { ...said('Kofi Twin', 'male', 5), bornOn: '2021-03-03' },
      isNew('other', 'twin'),
    ],
    [
      'the age alone, where the day of birth is recorded',
      twins,
      said('Kofi Twin', 'male', 5),
      { person: 'twin' },
    ],
    [
      'a made-up name, which another can have as well',
      circle('Ama Mensah', true, ama, { ...known('baby', 'Baby of Ama Mensah', 'male', 0), naming: 'baby' }),
      said('Baby of Ama Mensah', 'male', 0),
      isNew('other'),
    ],
    [
      'a day of birth that fits an estimate',
      family,
      { ...said('Kofi Mensah', 'male', 45), bornOn: '1981-05-06' },
      { person: 'kofi' },
    ],
  ]

  for (const [what, from, says, which] of table) {
    it(`the person of a booking without a number is found for ${what}`, () => {
      expect(whichPerson(from, says)).toEqual(which)
    })
  }
})

it('a visit is after the death of its person from the next day on, and always if the day of death is unknown', () => {
  expect(isAfterDeath({}, today)).toBe(false)
  expect(isAfterDeath({ died: null }, today)).toBe(false)
  expect(isAfterDeath({ died: { on: today } }, today)).toBe(false)
  expect(isAfterDeath({ died: { on: '2026-11-21' } }, today)).toBe(true)
  expect(isAfterDeath({ died: { on: null } }, today)).toBe(true)
})
