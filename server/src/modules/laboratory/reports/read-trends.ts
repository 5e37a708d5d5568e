import { isStaff } from '#contract/options.ts'
import type { Trend } from '#contract/trends.ts'
import { readCurrentPersons } from '#server/modules/people/index.ts'
import { readCellCounts } from '#server/modules/sites/index.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { reportsOfPerson } from './queries-trends.ts'
import { paidVisitOf } from './read-report.ts'
import { trendsOf } from './trends.ts'

const mostVisits = 100

/** Reading older values through a newer visit is a reading too, and noted as one. */
export async function readTrends(context: SignedIn, id: string): Promise<Trend[]> {
  const visit = await paidVisitOf(context, id, true)
  const { db, actor } = context
  const reports = await reportsOfPerson(db, visit.personId, {
    ...(actor.facilityId
      ? { sites: null, facility: actor.facilityId }
      : { sites: actor.sites, facility: null }),
    account: null,
    openOnly: !isStaff(actor.role),
    limit: mostVisits,
  })
  if (!reports.some((report) => report.visitId === visit.id))
    throw notFound('A released report of this appointment')
  await auditReading(context, { action: 'trends.read', subject: { kind: 'visit', id: visit.id } })
  return trendsOf(reports, visit.id, await readCellCounts(db))
}

/** All that was ever measured of a person: for staff as far as their sites reach, for an account in the visits that it opens. */
export async function readPersonTrends(context: SignedIn, id: string): Promise<Trend[]> {
  const { db, actor } = context
  const account = actor.role === 'user' ? actor.accountId : null
  const reports = await reportsOfPerson(db, id, {
    sites: actor.sites,
    facility: null,
    account,
    openOnly: account !== null,
    limit: mostVisits,
  })
  const person = (await readCurrentPersons(db, [id])).get(id)
  if (person && reports.length > 0) {
    await auditReading(context, { action: 'trends.read', subject: { kind: 'person', id: person.id } })
  }
  return trendsOf(reports, null, await readCellCounts(db))
}
