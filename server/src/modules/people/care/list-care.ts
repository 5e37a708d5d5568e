import { yearsBefore } from '#contract/age.ts'
import { utcDay } from '#server/platform/clock.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { auditOpening } from '../records/audit-person.ts'
import { ageOn } from '../records/birth.ts'
import { openPerson } from '../records/keep-person.ts'
import { personNumber } from '../records/person-number.ts'
import { mayShare } from './policy.ts'
import { type Cared, findCared, listCared, listOfAge, readMajorityAge } from './queries.ts'

const present = ({ carers, ...person }: Cared, today: string) => ({
  ...person,
  number: personNumber(person.number),
  age: ageOn(person.birth, today),
})

/** The persons whose records the caller's account opens. */
export async function readCare({ db, actor, clock, config }: SignedIn) {
  const today = utcDay(clock.now())
  const majorityAge = await readMajorityAge(db)
  const people = (await listCared(db, actor.accountId)).flatMap((row) => {
    const own = row.carers.find(({ accountId }) => accountId === actor.accountId)
    if (!own) return []
    const { kind, since, grantedBy } = own
    const person = present(row, today)
    const otherAccounts = row.carers.filter((carer) => carer !== own)
    return [
      { ...person, kind, since, grantedBy, otherAccounts, mayShare: mayShare(kind, person.age, majorityAge) },
    ]
  })
  return { people, codeBySms: config.sms !== null }
}

/** The accounts that open the record of a person: none for somebody who was forgotten. */
export async function readCarers(context: SignedIn, id: string) {
  const { person } = await openPerson(context, id)
  const cared = await findCared(context.db, person.id, context.actor.sites)
  await auditOpening(context, person.id)
  return { carers: cared?.carers ?? [] }
}

/** Persons of age whom an account still looks after as a child. */
export async function readOfAge({ db, actor, clock }: SignedIn) {
  const today = utcDay(clock.now())
  const majorityAge = await readMajorityAge(db)
  const { people, total } = await listOfAge(db, yearsBefore(today, majorityAge), actor.sites)
  return {
    majorityAge,
    total,
    people: people.map((row) => ({
      ...present(row, today),
      since: yearsBefore(row.birth.date, -majorityAge),
      carers: row.carers.filter(({ kind }) => kind === 'child'),
    })),
  }
}
