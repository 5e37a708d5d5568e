import { readPatient } from '#server/modules/access/index.ts'
import { readBenchTests } from '#server/modules/catalogue/index.ts'
import { readPersonNumber } from '#server/modules/people/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { ask } from '#server/platform/events.ts'
import { whyStillAtWork } from '../changes/cancel-appointment.ts'
import { partsOfOrderAsked } from '../events.ts'
import { namedFor } from '../named-for.ts'
import { whyNotCancel, whyNotNoShow } from '../policy.ts'
import { present } from '../present.ts'
import { requireOpened } from '../require-visit.ts'
import { type EventRow, readChair, readEvents, readMessages } from './queries-history.ts'

/** A visit with its history (what was changed, by whom and why) and its messages. */
export async function readHistory(context: SignedIn, id: string) {
  const { db, actor, clock } = context
  const visit = await requireOpened(context, id)
  const parts = await ask(context, partsOfOrderAsked, { siteId: visit.siteId, visitId: id })
  const [atWork, chair, account, personNumber, events, messages] = await Promise.all([
    whyStillAtWork(context, visit),
    visit.chair === null ? null : readChair(db, visit.siteId, visit.chair),
    visit.accountId === null ? null : readPatient(db, visit.accountId),
    readPersonNumber(db, visit.personId),
    readEvents(db, [{ kind: 'visit', id, name: null }, ...parts]),
    readMessages(db, id),
  ])
  const testNames = await namesOfTests(db, events)
  return {
    appointment: present(context, await namedFor(context, visit)),
    chair,
    account,
    personId: visit.personId,
    personNumber,
    whyNotCancel: whyNotCancel(actor, visit, clock.now()) ?? atWork,
    whyNotNoShow: whyNotNoShow(visit, clock.now()),
    events: events.map((event) => ({ ...event, changes: changesOf(event, testNames) })),
    messages,
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
