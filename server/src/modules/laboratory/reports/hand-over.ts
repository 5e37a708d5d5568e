import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { recordHandover as contract, dayReports as dayContract } from '#contract/papers.ts'
import { lockVisit } from '#server/modules/booking/index.ts'
import { audit } from '#server/platform/audit.ts'
import { type SignedIn, transact } from '#server/platform/context.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import { addHandover, handoversOf, listReportsOfDay } from './queries-handovers.ts'
import { latestReport } from './queries-reports.ts'
import { paidVisitOf, visitOf } from './read-report.ts'

/** The reports of a day, to print them for a ward round or a clinic. Like other lists, it is not recorded in the audit trail. */
export const listDayReports = ({ db, actor }: SignedIn, query: QueryOf<typeof dayContract>) =>
  listReportsOfDay(db, actor.sites, query)

export async function listHandovers(context: SignedIn, id: string) {
  const visit = await visitOf(context, id)
  return handoversOf(context.db, visit.siteId, visit.id)
}

/** Records the hand-over of a report. The visit is locked, so that no later version is issued in between. */
export async function recordHandover(context: SignedIn, id: string, given: BodyOf<typeof contract>) {
  const { actor, clock } = context
  const visit = await paidVisitOf(context, id, false)
  return transact(context, async (inside) => {
    const { db } = inside
    await lockVisit(db, visit.siteId, visit.id)
    const report = await latestReport(db, visit.siteId, visit.id)
    if (!report) throw notFound('A released report of this appointment')
    if (report.version !== given.version) {
      const said = `Version ${report.version} of this report was issued meanwhile. Print that version and hand it over.`
      throw new Refusal('changed_meanwhile', said)
    }
    const row = { ...given, id: uuidv7(clock), at: clock.now(), by: actor.accountId }
    await addHandover(db, { ...row, siteId: visit.siteId, visitId: visit.id })
    await audit(inside, {
      action: 'report.handed_over',
      subject: { kind: 'visit', id: visit.id },
      after: { version: given.version, relation: given.relation, identifiedBy: given.identifiedBy },
    })
    return { ...row, by: actor.fullName }
  })
}
