import { yearsBefore } from '#contract/age.ts'
import type { listCarers as carers, listCare as contract, listOfAge as ofAge } from '#contract/care.ts'
import type { ResponseInput } from '#contract/endpoint.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { ageOn } from '../records/birth.ts'
import { personNumber } from '../records/person-number.ts'
import { mayShare } from './policy.ts'
import { findCared, listCared, listOfAge, type PersonRow, readMajorityAge } from './queries.ts'

const present = ({ id, number, fullName, sex, birth }: PersonRow, today: string) => ({
  id,
  number: personNumber(number),
  fullName,
  sex,
  birth,
  age: Math.max(0, ageOn(birth, today)),
})

/** The persons whose records the caller's account opens. */
export async function readCare({
  db,
  actor,
  clock,
  config,
}: SignedIn): Promise<ResponseInput<typeof contract>> {
  const today = clock.now().toISOString().slice(0, 10)
  const majorityAge = await readMajorityAge(db)
  const people = (await listCared(db, actor.accountId)).flatMap((row) => {
    const own = row.carers.find(({ accountId }) => accountId === actor.accountId)
    if (!own) return []
    const person = present(row, today)
    return [
      {
        ...person,
        kind: own.kind,
        since: own.since,
        grantedBy: own.grantedBy,
        others: row.carers.filter((carer) => carer !== own),
        mayShare: mayShare(own.kind, person.age, majorityAge),
      },
    ]
  })
  return { people, codeBySms: config.sms !== null }
}

/** The accounts that open the record of a person. */
export async function readCarers(context: SignedIn, id: string): Promise<ResponseInput<typeof carers>> {
  const person = await findCared(context.db, id, context.actor.sites)
  if (!person) throw notFound('This person')
  await auditReading(context, { action: 'person.read', subject: { kind: 'person', id: person.id } })
  return { carers: person.carers }
}

/** Persons of age whom an account still looks after as a child. */
export async function readOfAge({ db, actor, clock }: SignedIn): Promise<ResponseInput<typeof ofAge>> {
  const today = clock.now().toISOString().slice(0, 10)
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
