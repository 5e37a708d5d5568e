import type { BodyOf } from '#contract/endpoint.ts'
import type { FoundBecause } from '#contract/found-person.ts'
import { type addPerson as contract, noContact, type PersonContact } from '#contract/people.ts'
import { answerOnce } from '#server/platform/answer-once.ts'
import { utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { plannedByWords } from '#server/platform/database.ts'
import { invalid, Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { findByPhone, findNamesakes } from '../joins/queries-matches.ts'
import { findPeople } from '../search/queries-people.ts'
import { presentFound } from '../search/search-people.ts'
import { searchQuery } from '../search/search-words.ts'
import { auditPerson } from './audit-person.ts'
import { auditedPerson } from './audited-identifiers.ts'
import { ageOn, type Birth, birthsFit, bornByAge, datesThatFit, normalBirth } from './birth.ts'
import { contactAfter, contactProblems, phoneDigits } from './contact-rules.ts'
import { refuseTakenIdentifiers, withFreeIdentifiers } from './identifiers.ts'
import { madeUpName } from './made-up-name.ts'
import { refuseMixedNames } from './mixed-names.ts'
import { personNumber } from './person-number.ts'
import { placeBaby } from './place-baby.ts'
import { insertPerson, type PersonDetails, takeTurnAsNewPerson } from './queries-details.ts'
import { sameParts } from './which-person.ts'

/** Nobody compares more persons than these. */
const mostShown = 20

type Said = PersonContact & Pick<PersonDetails, 'sex' | 'birth'>
type Called = Pick<PersonDetails, 'fullName' | 'naming' | 'motherId' | 'birthOrder'>

/**
 * Writes down a person without a visit. Persons who could be the same are searched while everybody else who writes down a
 * person waits, so that of two concurrent calls the second finds the first.
 */
export function addPerson(context: SignedIn, body: BodyOf<typeof contract>, key: string | undefined) {
  const said = readSaid(body, context.clock.now())
  const different = new Set(body.different)
  return withFreeIdentifiers(context, { ...said, id: null }, () =>
    answerOnce(context, { key, body }, async (inside) => {
      await takeTurnAsNewPerson(inside.db)
      await refuseTakenIdentifiers(inside, { ...said, id: null })
      const called = await nameOf(inside, body, said)
      const people = called.naming === 'named' ? await possibleMatches(inside, { ...said, ...called }) : []
      if (people.some(({ id }) => !different.has(id))) throw couldBeSame(people)
      const id = uuidv7(inside.clock)
      const number = personNumber(
        await insertPerson(inside.db, { ...said, ...called, id, createdAt: inside.clock.now() }),
      )
      const compared = people.length > 0 && { different: people.map((person) => person.id) }
      await auditPerson(inside, 'person.added', id, {
        after: { ...auditedPerson(said), ...called, ...compared },
      })
      return { message: `${called.fullName} has the person number ${number}.`, id, number }
    }),
  )
}

function readSaid({ sex, naming, birth: stated, age, ...contact }: BodyOf<typeof contract>, now: Date): Said {
  const today = utcDay(now)
  if (stated && age !== undefined) {
    throw invalid({ age: ['Give the date of birth or the age, not both'] })
  }
  const isBaby = naming === 'baby'
  if (isBaby && (age !== undefined || (stated && stated.precision !== 'day'))) {
    throw invalid({ 'birth.date': ['Give the day on which the baby was born'] })
  }
  const birth = birthOf(stated, age, today) ?? (isBaby ? { date: today, precision: 'day' as const } : null)
  if (birth === null) throw invalid({ 'birth.date': ['Enter the date of birth or the age in years'] })
  const after = contactAfter(noContact, contact)
  const problems = contactProblems(after, birth, today)
  if (Object.keys(problems).length > 0) throw invalid(problems)
  return { sex, birth, ...after }
}

function birthOf(stated: Birth | undefined, age: number | undefined, today: string): Birth | null {
  if (stated) return normalBirth(stated)
  return age === undefined ? null : bornByAge(age, today)
}

/** What the person is called: as stated, or by a name that is made up. */
async function nameOf(
  inside: SignedIn,
  { naming, fullName, mother, birthOrder }: BodyOf<typeof contract>,
  { sex, birth }: Said,
): Promise<Called> {
  refuseMixedNames({ naming, fullName, mother, birthOrder })
  const nobodys = { naming, motherId: null, birthOrder: null }
  if (fullName !== undefined) return { ...nobodys, fullName }
  if (naming === 'baby') {
    return { naming, ...(await placeBaby(inside, { mother, bornOn: birth.date, birthOrder })) }
  }
  const age = ageOn(birth, utcDay(inside.clock.now()))
  return { ...nobodys, fullName: madeUpName({ naming: 'unknown', sex, age }) }
}

/** Persons of the same name, sex and time of birth, or with the same phone number and a similar name, whom the caller may see. */
async function possibleMatches(inside: SignedIn, { fullName, sex, birth, phones }: Said & Called) {
  const { db, actor, clock } = inside
  const words = searchQuery(fullName)
  const because = new Map<string, FoundBecause>()
  await plannedByWords(db, async () => {
    const digits = phones.map(phoneDigits)
    for (const id of await findByPhone(db, { fullName, digits, sites: actor.sites })) because.set(id, 'phone')
    const namesakes = words === null ? [] : await findNamesakes(db, { words, sex, ...datesThatFit(birth) })
    for (const { id, ...namesake } of namesakes) {
      if (because.has(id) || !birthsFit(namesake.birth, birth)) continue
      if (sameParts(namesake.fullName, fullName)) because.set(id, 'name')
      else if (namesake.formerNames.some((name) => sameParts(name, fullName))) because.set(id, 'former name')
    }
  })
  const among = [...because].map(([id, why]) => ({ id, because: why }))
  const rows = among.length === 0 ? [] : await findPeople(inside, { among }, mostShown)
  return rows.map((row) => presentFound(row, clock.now()))
}

function couldBeSame(people: ReturnType<typeof presentFound>[]): Refusal {
  const who =
    people.length === 1
      ? 'Somebody who is known could be this person'
      : `${people.length} persons who are known could be this person`
  const message = `${who}. Compare them, then choose one of them or say that this is somebody else.`
  return new Refusal('conflict', message, { people })
}
