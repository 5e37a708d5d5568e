import type { BodyOf, QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { Gender, Naming } from '#contract/options.ts'
import type {
  changePerson as change,
  listPersonVisits,
  PersonShown,
  readPerson as read,
} from '#contract/people.ts'
import { audit, changedFields } from '#server/platform/audit.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { changedMeanwhile, invalid, notFound, Refusal } from '#server/platform/errors.ts'
import { personCorrected } from '../events.ts'
import { findPeople } from '../search/queries-people.ts'
import { presentShown } from '../search/search-people.ts'
import { ageOn, type Birth, contradicts, normalBirth } from './birth.ts'
import { contactAfter, contactProblems } from './contact-rules.ts'
import { refuseTakenIdentifiers, withFreeIdentifiers } from './identifiers.ts'
import { madeUpName } from './made-up-name.ts'
import { readPersonDetails, updatePerson } from './queries-details.ts'
import { visitsOfPerson } from './queries-record.ts'
import { visitsPage } from './read-record.ts'
import { isSameBirth } from './same-birth.ts'

/** A person's current record. Persons without a visit that the caller may see are not found. */
export async function openPerson({ db, actor, clock }: SignedIn, id: string) {
  const person = await readPersonDetails(db, id)
  const within = { sites: actor.sites, now: clock.now(), limit: 1 }
  const [found] = person ? await findPeople(db, { number: person.number }, within) : []
  if (!person || !found) throw notFound('This person')
  return { person, found }
}

export async function readPerson(context: SignedIn, id: string): Promise<ResponseInput<typeof read>> {
  const { person, found } = await openPerson(context, id)
  await auditReading(context, { action: 'person.read', subject: { kind: 'person', id: person.id } })
  const { motherId, babies } = person
  const family = await shown(context, [
    ...(motherId === null ? [] : [motherId]),
    ...babies.map((baby) => baby.id),
  ])
  return {
    ...person,
    ...presentShown(found, context.clock.now()),
    mother: (motherId !== null && family.get(motherId)) || null,
    babies: babies.flatMap(({ id: baby, birthOrder }) => {
      const one = family.get(baby)
      return one ? [{ ...one, birthOrder }] : []
    }),
  }
}

/** Those of some persons whom the caller may see. */
async function shown({ db, actor, clock }: SignedIn, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, PersonShown>()
  const among = ids.map((id) => ({ id, because: 'name' as const }))
  const now = clock.now()
  const rows = await findPeople(db, { among }, { sites: actor.sites, now, limit: ids.length })
  return new Map(rows.map((row) => [row.id, presentShown(row, now)]))
}

export async function readVisitsOfPerson(
  context: SignedIn,
  id: string,
  query: QueryOf<typeof listPersonVisits>,
): Promise<ResponseInput<typeof listPersonVisits>> {
  const { person } = await openPerson(context, id)
  return visitsPage(context, visitsOfPerson(person.id), query)
}

/** Refuses at the date what would give two babies of one birth the same number. */
async function refusingSameBirth<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  return work().catch((error: unknown) => {
    if (!isSameBirth(error)) throw error
    throw invalid({
      'birth.date': ['Another baby of this mother has this date of birth and the same number'],
    })
  })
}

/** With another name somebody is named. Until then, a name that is made up of sex and age follows them. */
function nameAfter(
  before: { fullName: string; naming: Naming; sex: Gender; birth: Birth },
  { fullName, sex, birth }: { fullName: string; sex: Gender; birth: Birth },
  today: string,
): { fullName: string; naming: Naming } {
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
): Promise<ResponseInput<typeof change>> {
  const { person } = await openPerson(context, id)
  const birth = normalBirth(stated)
  const isKept = birth.date === person.birth.date && birth.precision === person.birth.precision
  const today = context.clock.now().toISOString().slice(0, 10)
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
      inTransaction(context.db, async (tx) => {
        const within = { ...context, db: tx }
        // Its locks on tasks come before that on the person: whoever changes a visit takes the person last.
        const results =
          isKept && sex === person.sex
            ? []
            : await context.tell(personCorrected, within, {
                personId: person.id,
                before: person,
                after: { sex, birth },
              })
        if (!(await updatePerson(tx, person, after))) throw changedMeanwhile('This person')
        const subject = { kind: 'person', id: person.id }
        await audit(within, { action: 'person.changed', subject, ...changed })
        return results
      }),
    ),
  )
  context.wakeOutbox()
  const again = judged.reduce((sum, { changed }) => sum + changed, 0)
  const note =
    again === 0 ? '' : again === 1 ? ' 1 test was judged again.' : ` ${again} tests were judged again.`
  return { message: `${name} is saved.${note}`, otherwise: judged.flatMap(({ otherwise }) => otherwise) }
}
