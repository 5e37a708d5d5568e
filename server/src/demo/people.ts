import { wholeYears } from '#contract/age.ts'
import type { Gender } from '#contract/options.ts'
import { utcDay } from '#server/platform/clock.ts'
import { stream } from '#simulation/random.ts'
import { oneOf } from './draws.ts'

/**
 * Made-up people. Names combine common names, most of them Ghanaian; e-mail addresses are from the domain that is reserved for
 * examples (RFC 2606). Ghana reserves no phone numbers for fiction: the code 22 was Tema's until it was withdrawn on 1 May 2010, and
 * no network has had it since (libphonenumber 1.12 knows no number of Ghana that begins with it), so that nobody can be dialled.
 */

/** A phone number that looks like a mobile number of Ghana; `line` has up to seven digits. */
export const ghanaPhone = (line: number): string =>
  `+233 22 ${String(line)
    .padStart(7, '0')
    .replace(/^(...)/, '$1 ')}`

/** The phones of the demonstration's laboratory and of its accounts. */
export const [laboratoryPhone, demoPhone] = [ghanaPhone(100), ghanaPhone(123)]

const women =
  `Ama Abena Akua Yaa Afia Adwoa Efua Esi Akosua Adjoa Serwaa Maame Dzifa Enyonam Sena Mawusi Naa Dede
 Fatima Aisha Rahinatu Memunatu Grace Comfort Mercy Patience Elizabeth Joyce Mary Sarah Hannah Ngozi Chioma Wanjiru Marie`.split(
    /\s+/,
  )
const men =
  `Kofi Kwame Kwasi Kwabena Kwaku Yaw Kojo Ebo Fiifi Nii Nana Selorm Edem Kwami Mawuli Ibrahim Abdul Musah
 Alhassan Yakubu Emmanuel Samuel Joseph Daniel Isaac Michael Prince Richard Francis Chidi Emeka Kamau Pierre`.split(
    /\s+/,
  )
const families =
  `Mensah Owusu Boateng Asante Osei Appiah Agyeman Amoah Antwi Darko Frimpong Gyamfi Ofori Sarpong Opoku
 Ansah Quaye Lamptey Tetteh Nartey Adjei Okine Agbeko Amegashie Dogbe Kumah Attipoe Iddrisu Mahama Abubakari Fuseini
 Yussif Arthur Quansah Eshun Aidoo Sackey Addo Danso Bonsu Acheampong Kyei Okafor Adeyemi Diallo Traore Njoroge Smith`.split(
    /\s+/,
  )

export type Person = {
  name: string
  gender: Gender
  age: number
  phone: string
  email: string
  account: number | null
  /** The number of the person who comes without a booking, so that the desk finds the record of an earlier visit. */
  known?: number
  id?: string
  /** The day of birth, if it is known. */
  bornOn?: string
  /** The relation to the holder of the account. */
  relation?: 'child'
}

const word = (name: string) => name.toLowerCase()

/** Every combination of names once before the first comes again, in no apparent order, so that few people share a name. */
function nameOf(gender: Gender, number: number): { first: string; family: string } {
  const given = gender === 'female' ? women : men
  const place = (number * step) % (given.length * families.length)
  return {
    first: given[place % given.length] ?? '',
    family: families[Math.floor(place / given.length)] ?? '',
  }
}
/** A prime, and so without a factor in common with the number of combinations. */
const step = 1009

/** The person with a number, the same at every visit. */
export function patient(seed: number, number: number): Person {
  const random = stream(seed, 'patient', number)
  const gender: Gender = random() < 0.58 ? 'female' : 'male'
  const { first, family } = nameOf(gender, number)
  const phone = ghanaPhone(Math.floor(random() * 10_000_000))
  const age = 16 + Math.floor(70 * random() ** 1.5)
  const email = `${word(first)}.${word(family)}${number}${seed === 1 ? '' : `s${seed}`}@example.com`
  return { name: `${first} ${family}`, gender, age, phone, email, account: number }
}

/**
 * The two children of an account's holder, the same at every visit: one pair in seven are twins, and one man in eleven has a son of the
 * same name. `day` is the day of the visit.
 */
export function childrenOf(person: Person, day: string): Person[] {
  const number = Math.abs(person.account ?? 0)
  const random = stream(number, 'children', person.name.length)
  const family = person.name.split(' ').at(-1) ?? ''
  const born = () => {
    const since = Date.parse('2014-01-01') + Math.floor(random() * 9 * 365) * 86_400_000
    return utcDay(new Date(since))
  }
  const first = born()
  return [first, number % 7 === 0 ? first : born()].map((bornOn, index) => {
    const isNamesake = index === 0 && person.gender === 'male' && number % 11 === 0
    const gender: Gender = isNamesake || random() < 0.5 ? 'male' : 'female'
    const given = oneOf(gender === 'female' ? women : men, random())
    return {
      ...person,
      name: isNamesake ? person.name : `${given} ${family}`,
      gender,
      age: wholeYears(bornOn, day),
      bornOn,
      relation: 'child',
    }
  })
}

/** The person who is tested at a visit of this type on this day: the holder of the account or a member of the family. */
export function testedAt(type: string, person: Person, share: number, day: string): Person {
  const family = person.name.split(' ').at(-1) ?? ''
  if (type === 'child') return childrenOf(person, day)[share < 0.5 ? 0 : 1] ?? person
  const mayExpect = person.gender === 'female' && person.age >= 18 && person.age <= 43
  if (type !== 'antenatal' || mayExpect) return person
  const random = stream(Math.abs(person.account ?? 0), 'wife or daughter')
  return {
    ...person,
    name: `${oneOf(women, random())} ${family}`,
    gender: 'female',
    age: 18 + Math.floor(random() * 25),
  }
}

export function staffName(seed: number, number: number): string {
  const random = stream(seed, 'staff', number)
  return `${oneOf(random() < 0.5 ? women : men, random())} ${oneOf(families, random())}`
}
