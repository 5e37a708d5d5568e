import type { RawBuilder } from 'kysely'
import type { QueryOf } from '#contract/endpoint.ts'
import type { listPatientVisits } from '#contract/patients.ts'
import { readPendingEmail } from '#server/modules/access/index.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { required } from '#server/platform/errors.ts'
import { mapPage, type PageQuery } from '#server/platform/list.ts'
import { personNumber } from './person-number.ts'
import {
  findAccount,
  listMessagesTo,
  listPeopleOf,
  listVisitsOf,
  readCounts,
  visitsOf,
} from './queries-record.ts'

/** A patient's account, as far as the caller's sites reach. That somebody read it is noted where the patient can see it. */
export async function readRecord(context: SignedIn, id: string) {
  const { db, actor, clock } = context
  const { version, notificationMethod, createdAt, ...patient } = await openAccount(context, id)
  const [people, counts, pendingEmail, messages] = await Promise.all([
    listPeopleOf(db, id),
    readCounts(db, id, actor.sites, clock.now()),
    readPendingEmail(context, id),
    listMessagesTo(db, id, actor.sites),
  ])
  return {
    patient: { ...patient, since: createdAt.toISOString() },
    version,
    people: people.map((person) => ({ ...person, number: personNumber(person.number) })),
    counts,
    notificationMethod,
    pendingEmail: pendingEmail || null,
    messages: messages.map(({ at, ...message }) => ({ ...message, at: at.toISOString() })),
  }
}

export async function readVisitsOfPatient(
  context: SignedIn,
  id: string,
  page: QueryOf<typeof listPatientVisits>,
) {
  const account = await openAccount(context, id)
  return visitsPage(context, visitsOf(account.id), page)
}

/** A page of visits, those of a patient or of a person. */
export async function visitsPage({ db, actor }: SignedIn, whose: RawBuilder<unknown>, query: PageQuery) {
  const page = await listVisitsOf(db, whose, actor.sites, query)
  return mapPage(page, ({ startsAt, reportedAt, ...visit }) => ({
    ...visit,
    startsAt: startsAt.toISOString(),
    reportedAt: reportedAt?.toISOString() ?? null,
  }))
}

async function openAccount(context: SignedIn, id: string) {
  const account = required(await findAccount(context.db, id, context.actor.sites), 'This patient')
  await auditReading(context, { action: 'patient.read', subject: { kind: 'account', id } })
  return account
}
