import {
  emergencyMinutes,
  type listEmergencies as listContract,
  type openInEmergency as openContract,
} from '#contract/emergency.ts'
import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import { tellManagers } from '#server/modules/access/index.ts'
import {
  ageOn,
  birthsFit,
  findByNumber,
  parsePersonNumber,
  personNumber,
  readPersonFacts,
} from '#server/modules/people/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, minutes, utcDay } from '#server/platform/clock.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { invalid, required } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { mapPage } from '#server/platform/list.ts'
import { addEmergency, findEmergency, listOpened, listReportsOfPerson } from './queries-emergency.ts'

/** Wrong numbers and dates count too, so that nobody finds a person by trying. */
const openings: Limit = { name: 'emergency access', burst: 10, perSeconds: 3600 }

/** The record is found by number and date of birth, never by a name: a search would list persons out of reach. */
async function personOf({ db }: SignedIn, { personNumber: typed, birthDate }: BodyOf<typeof openContract>) {
  const number = parsePersonNumber(typed)
  if (number === null)
    throw invalid({ personNumber: ['This is no person number: compare it digit by digit'] })
  const person = await findByNumber(db, number)
  if (!person || !birthsFit(person.birth, { date: birthDate, precision: 'day' }))
    throw invalid({ birthDate: ['There is nobody with this number and date of birth'] })
  return person
}

/** Opens the person's released reports to the caller for an hour. */
export async function openInEmergency(context: SignedIn, body: BodyOf<typeof openContract>) {
  const { actor, clock } = context
  await spend(context, openings, actor.accountId)
  const person = await personOf(context, body)
  const id = uuidv7(clock)
  const { reason, confidential } = body
  return transact(context, async (inside) => {
    const openedAt = clock.now()
    const endsAt = after(openedAt, minutes(emergencyMinutes))
    const subject = { accountId: actor.accountId, personId: person.id }
    await addEmergency(inside.db, { id, ...subject, reason, confidential, openedAt, endsAt })
    await audit(inside, {
      action: 'emergency.opened',
      subject: { kind: 'person', id: person.id },
      after: { until: endsAt, confidential },
      reason,
    })
    // Neither the patient nor the reason: mails and lock screens are read by others.
    await tellManagers(inside, { sites: null, key: `record_opened:${id}` }, ({ fullName, email }) => ({
      kind: 'record_opened',
      to: email,
      payload: { fullName, opener: actor.fullName },
    }))
    return { message: 'The reports are open for an hour. The managers have been told.', id }
  })
}

export async function readInEmergency({ db, actor, clock }: SignedIn, id: string) {
  const now = clock.now()
  const { personId, number, fullName, endsAt, ...opened } = required(
    await findEmergency(db, id, actor.accountId, now),
    'An open record',
  )
  const { sex, birth } = await readPersonFacts(db, personId)
  const age = ageOn(birth, utcDay(now))
  return {
    ...opened,
    until: endsAt,
    person: { number: personNumber(number), fullName, sex, birth, age },
    reports: await listReportsOfPerson(db, personId, opened.confidential),
  }
}

export const listEmergencies = async ({ db, actor }: SignedIn, query: QueryOf<typeof listContract>) =>
  mapPage(await listOpened(db, actor.sites, query), ({ personId, number, fullName, ...row }) => ({
    ...row,
    person: { id: personId, number: personNumber(number), fullName },
  }))
