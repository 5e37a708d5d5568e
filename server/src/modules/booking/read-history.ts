import type { ResponseOf } from '#contract/endpoint.ts'
import type { visitHistory as contract } from '#contract/manage-visits.ts'
import { readPatient } from '#server/modules/access/index.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { readPersonNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { type IsAtBench, whyStillAtWork } from './cancel-appointment.ts'
import { reachOf, whyNotCancel, whyNotNoShow } from './policy.ts'
import { present } from './present.ts'
import { type EventRow, readChair, readEvents, readMessages, type Subject } from './queries-history.ts'
import { openVisit } from './queries-visits.ts'

/** The samples and tasks of a visit, which belong to the laboratory module. */
type PartsOfVisit = (db: Db, at: { siteId: string; visitId: string }) => Promise<Subject[]>

export type Others = { partsOfVisit: PartsOfVisit; isAtBench: IsAtBench }

type History = ResponseOf<typeof contract>

/** A visit with its history (what was changed, by whom and why) and its messages. */
export async function readHistory(
  context: SignedIn,
  id: string,
  { partsOfVisit, isAtBench }: Others,
): Promise<History> {
  const { db, actor, clock } = context
  const visit = await openVisit(context, reachOf(actor), id)
  if (!visit) throw notFound('This appointment')
  const parts = await partsOfVisit(db, { siteId: visit.siteId, visitId: id })
  const [atWork, chair, account, personNumber, events, messages] = await Promise.all([
    whyStillAtWork(db, visit, isAtBench),
    visit.chair === null ? null : readChair(db, visit.siteId, visit.chair),
    visit.accountId === null ? null : readPatient(db, visit.accountId),
    readPersonNumber(db, visit.personId),
    readEvents(db, [{ kind: 'visit', id, name: null }, ...parts]),
    readMessages(db, id),
  ])
  const testNames = await namesOfTests(db, events)
  return {
    appointment: present(visit, actor, clock.now()),
    chair,
    account,
    personId: visit.personId,
    personNumber,
    whyNotCancel: whyNotCancel(actor, visit, clock.now()) ?? atWork,
    whyNotNoShow: whyNotNoShow(visit, clock.now()),
    events: events.map((event) => ({
      id: event.id,
      at: event.at.toISOString(),
      action: event.action,
      about: event.about,
      by: event.role && event.fullName !== null ? { fullName: event.fullName, role: event.role } : null,
      reason: event.reason,
      changes: changesOf(event, testNames),
    })),
    messages: messages.map(({ at, sentAt, ...message }) => ({
      ...message,
      at: at.toISOString(),
      sentAt: sentAt?.toISOString() ?? null,
    })),
  }
}

/** The names of tests, which the audit trail has by their codes. */
async function namesOfTests(db: Db, events: readonly EventRow[]): Promise<Map<string, string>> {
  const codes = events.flatMap(({ before, after }) => [before?.tests, after?.tests]).flat()
  const known = codes.filter((code): code is string => typeof code === 'string')
  if (known.length === 0) return new Map()
  return new Map((await readBenchTests(db, [...new Set(known)])).map(({ code, name }) => [code, name]))
}

/** Fields that are not listed as changes: the action or other fields say them. */
const untold = ['status', 'account', 'person']

/** The changes of the visit's own fields; results are read at the bench. */
function changesOf(event: EventRow, testNames: ReadonlyMap<string, string>) {
  if (event.kind !== 'visit' || event.before === null) return []
  const [before, after] = [flat(event.before, testNames), flat(event.after ?? {}, testNames)]
  return [...after.keys()]
    .filter((field) => !untold.includes(field) && before.get(field) !== after.get(field))
    .map((field) => ({ field, before: before.get(field) ?? null, after: after.get(field) ?? null }))
}

function flat(state: Record<string, unknown>, testNames: ReadonlyMap<string, string>): Map<string, string> {
  const parts = Object.entries(state).flatMap(([field, value]): [string, string][] => {
    if (value === null || value === undefined) return []
    if (Array.isArray(value)) {
      return [[field, value.map((one) => testNames.get(String(one)) ?? String(one)).join(', ')]]
    }
    if (typeof value === 'object') return [...flat(value as Record<string, unknown>, testNames)]
    return [[field, String(value)]]
  })
  return new Map(parts)
}
