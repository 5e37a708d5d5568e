import type { RawBuilder } from 'kysely'
import type { QueryOf, ResponseInput } from '#contract/endpoint.ts'
import type { readPatientRecord as contract, listPatientVisits } from '#contract/patients.ts'
import { readPendingEmail } from '#server/modules/identity/index.ts'
import { personNumber } from '#server/modules/people/index.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { readInstantKey, writeInstantKey } from '#server/platform/page-keys.ts'
import { presentPerson } from './present.ts'
import { findPerson, type PersonRow, type Ref, readPerson, visitsOf } from './queries-persons.ts'
import {
  listMessagesTo,
  listPeopleOf,
  listVisitsOf,
  readCounts,
  readMethod,
  readVersion,
} from './queries-record.ts'

/** A patient, as far as the caller's sites reach. That somebody read it is noted where the patient can see it. */
export async function readRecord(context: SignedIn, id: string): Promise<ResponseInput<typeof contract>> {
  const { db, actor, clock } = context
  const { ref, person } = await seek(context, id)
  const account = 'account' in ref ? ref.account : null
  const [version, people, counts, notificationMethod, pendingEmail, messages] = await Promise.all([
    account && readVersion(db, account),
    account ? listPeopleOf(db, account) : [],
    readCounts(db, ref, actor.sites, clock.now()),
    account && readMethod(db, account),
    account && readPendingEmail(db, account, clock.now()),
    listMessagesTo(db, ref, actor.sites),
  ])
  await noteReading(context, ref, person)
  return {
    patient: presentPerson(person),
    version,
    people: people.map((one) => ({ ...one, number: personNumber(one.number) })),
    counts,
    notificationMethod: notificationMethod || null,
    pendingEmail: pendingEmail || null,
    messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
  }
}

export async function readVisitsOfPatient(
  context: SignedIn,
  id: string,
  { limit, cursor }: QueryOf<typeof listPatientVisits>,
): Promise<ResponseInput<typeof listPatientVisits>> {
  const { ref, person } = await seek(context, id)
  await noteReading(context, ref, person)
  return visitsPage(context, visitsOf(ref), { limit, cursor })
}

/** A page of visits, those of a patient or of a person. */
export async function visitsPage(
  { db, actor }: SignedIn,
  whose: RawBuilder<unknown>,
  { limit, cursor }: QueryOf<typeof listPatientVisits>,
): Promise<ResponseInput<typeof listPatientVisits>> {
  const rows = await listVisitsOf(db, whose, actor.sites, { after: readInstantKey(cursor), limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  return {
    visits: shown.map(({ startsAt, reportedAt, ...visit }) => ({
      ...visit,
      startsAt: startsAt.toISOString(),
      reportedAt: reportedAt?.toISOString() ?? null,
    })),
    nextCursor: rows.length > limit && last ? writeInstantKey({ at: last.startsAt, id: last.id }) : null,
  }
}

const noteReading = (context: SignedIn, ref: Ref, { id }: PersonRow) =>
  'account' in ref
    ? auditReading(context, { action: 'patient.read', subject: { kind: 'account', id } })
    : auditReading(context, { action: 'visit.read', subject: { kind: 'visit', id } })

async function seek({ db, actor }: SignedIn, id: string): Promise<{ ref: Ref; person: PersonRow }> {
  const ref = await findPerson(db, id, actor.sites)
  if (!ref) throw notFound('This patient')
  const person = await readPerson(db, ref, actor.sites)
  if (!person) throw notFound('This patient')
  return { ref, person }
}
