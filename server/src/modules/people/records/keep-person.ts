import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { changePerson as change, listPersonVisits } from '#contract/people.ts'
import { changedFields } from '#server/platform/audit.ts'
import { utcDay } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { changedMeanwhile, invalid, notFound, personForgotten, Refusal } from '#server/platform/errors.ts'
import { personCorrected } from '../events.ts'
import { findPeople } from '../search/queries-people.ts'
import { presentFound, shownPersons } from '../search/search-people.ts'
import { auditOpening, auditPerson } from './audit-person.ts'
import { auditedChange } from './audited-identifiers.ts'
import { ageOn, contradicts, normalBirth } from './birth.ts'
import { contactAfter, contactProblems } from './contact-rules.ts'
import { refuseTakenIdentifiers, withFreeIdentifiers } from './identifiers.ts'
import { madeUpName } from './made-up-name.ts'
import { type PersonDetails, readPersonDetails, updatePerson } from './queries-details.ts'
import { visitsOfPerson } from './queries-record.ts'
import { visitsPage } from './read-record.ts'
import { isSameBirth } from './same-birth.ts'

/** A person's current record. Persons without a visit that the caller may see are not found. */
export async function openPerson(context: SignedIn, id: string) {
  const person = await readPersonDetails(context.db, id)
  const [found] = person ? await findPeople(context, { number: person.number }, 1) : []
  if (!person || !found) throw notFound('This person')
  return { person, shown: presentFound(found, context.clock.now()) }
}

/** As `openPerson`, for changes: refuses a person who was forgotten, as the database does. */
export async function openKnownPerson(context: SignedIn, id: string) {
  const opened = await openPerson(context, id)
  if (opened.shown.forgottenAt !== null) throw personForgotten()
  return opened
}

export async function readPerson(context: SignedIn, id: string) {
  const { person, shown } = await openPerson(context, id)
  await auditOpening(context, person.id)
  const { motherId, babies } = person
  const family = await shownPersons(context, [motherId ?? [], babies.map((baby) => baby.id)].flat())
  return {
    ...person,
    ...shown,
    mother: (motherId !== null && family.get(motherId)) || null,
    babies: babies.flatMap(({ id: baby, birthOrder }) => {
      const found = family.get(baby)
      return found ? [{ ...found, birthOrder }] : []
    }),
  }
}

export async function readVisitsOfPerson(
  context: SignedIn,
  id: string,
  query: QueryOf<typeof listPersonVisits>,
) {
  const { person } = await openPerson(context, id)
  return visitsPage(context, visitsOfPerson(person.id), query)
}

/** Refuses a date of birth with which two babies of one birth would have the same number. */
const refusingSameBirth = <Answer>(work: () => Promise<Answer>): Promise<Answer> =>
  work().catch((error: unknown) => {
    if (!isSameBirth(error)) throw error
    throw invalid({
      'birth.date': ['Another baby of this mother has this date of birth and the same number'],
    })
  })

/** With another name somebody is named. Until then, a name that is made up of sex and age changes with these. */
function nameAfter(
  before: PersonDetails,
  { fullName, sex, birth }: Pick<PersonDetails, 'fullName' | 'sex' | 'birth'>,
  today: string,
): Pick<PersonDetails, 'fullName' | 'naming'> {
  const { naming } = before
  if (fullName !== before.fullName) return { fullName, naming: 'named' }
  if (naming !== 'unknown' || (sex === before.sex && birth === before.birth)) return { fullName, naming }
  return { fullName: madeUpName({ naming, sex, age: ageOn(birth, today) }), naming }
}

/** The parts of a former name are not those of the new one. */
const partsAfter = (before: string, after: string) =>
  before === after ? {} : { givenNames: '', familyName: '' }

/** Changes what is known of a person. What was stated at booking stays on visits and reports. */
export async function changePerson(
  context: SignedIn,
  id: string,
  { fullName, sex, birth: stated, confirmed, version, ...contact }: BodyOf<typeof change>,
) {
  const { person } = await openKnownPerson(context, id)
  const birth = normalBirth(stated)
  const isKept = birth.date === person.birth.date && birth.precision === person.birth.precision
  const today = utcDay(context.clock.now())
  if (!isKept && birth.precision === 'estimated') {
    throw invalid({
      'birth.precision': [
        'An estimated date of birth cannot be entered: give the day, the month or the year',
      ],
    })
  }
  const known = { sex, birth: isKept ? person.birth : birth }
  const after = {
    ...nameAfter(person, { fullName, ...known }, today),
    ...known,
    ...contactAfter(person, { ...partsAfter(person.fullName, fullName), ...contact }),
  }
  const problems = {
    ...contactProblems(after, birth, today),
    ...(after.naming === 'baby' &&
      birth.precision !== 'day' && { 'birth.precision': ['Give the day on which the baby was born'] }),
  }
  if (Object.keys(problems).length > 0) throw invalid(problems)
  if (person.version !== version) throw changedMeanwhile('This person')
  if (!confirmed && (sex !== person.sex || (!isKept && contradicts(person.birth, birth)))) {
    throw new Refusal(
      'conflict',
      'This contradicts what is known of this person. Check that it is the same person, then confirm the change.',
    )
  }
  const changed = changedFields(person, after)
  const name = after.fullName
  if (!changed) return { message: `${name} is saved.`, otherwise: [] }
  const asked = { identifiers: after.identifiers, id: person.id }
  await refuseTakenIdentifiers(context, asked)
  const judged = await refusingSameBirth(() =>
    withFreeIdentifiers(context, asked, () =>
      transact(context, async (within) => {
        // Its locks on tasks come before that on the person: whoever changes a visit takes the person last.
        const correction = { personId: person.id, before: person, after: { sex, birth } }
        const isCorrected = !isKept || sex !== person.sex
        const results = isCorrected ? await within.tell(personCorrected, within, correction) : []
        if (!(await updatePerson(within.db, person, after))) throw changedMeanwhile('This person')
        await auditPerson(within, 'person.changed', person.id, auditedChange(changed))
        return results
      }),
    ),
  )
  const again = judged.reduce((sum, result) => sum + result.changed, 0)
  const note =
    again === 0 ? '' : again === 1 ? ' 1 test was judged again.' : ` ${again} tests were judged again.`
  return { message: `${name} is saved.${note}`, otherwise: judged.flatMap(({ otherwise }) => otherwise) }
}
