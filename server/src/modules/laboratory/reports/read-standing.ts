import type { ResponseOf } from '#contract/endpoint.ts'
import type { readReportStanding as contract } from '#contract/reports.ts'
import type { Visit } from '#server/modules/booking/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { type LastCorrection, lastCorrection } from './last-correction.ts'
import { firstSeen, issuedAt, reportsOf, reportVersions } from './queries-reports.ts'
import { visitOf } from './read-report.ts'

/** The last correction or withdrawal of a visit's report, with its time; null if no version changed an earlier one. */
export async function correctionOf(
  db: Db,
  { siteId, id }: Pick<Visit, 'siteId' | 'id'>,
): Promise<(LastCorrection & { at: Date }) | null> {
  const last = lastCorrection(await reportsOf(db, siteId, id))
  return last && { ...last, at: await issuedAt(db, siteId, id, last.version) }
}

/**
 * Which report a visit has, so that staff can link to it, and whether the patient has opened a corrected one: staff call
 * patients who have not. It is derived from the audit trail, so no further data is stored. The answer contains no result, so
 * the audit trail does not record this reading.
 */
export async function readReportStanding(
  context: SignedIn,
  id: string,
): Promise<ResponseOf<typeof contract>> {
  const { db } = context
  const visit = await visitOf(context, id)
  const [latest] = await reportVersions(db, visit.siteId, visit.id)
  if (!latest) return { report: null, correction: null }
  return {
    report: { ...latest, issuedAt: latest.issuedAt.toISOString() },
    correction: await presentCorrection(db, visit),
  }
}

async function presentCorrection(db: Db, visit: Visit): Promise<ResponseOf<typeof contract>['correction']> {
  const correction = await correctionOf(db, visit)
  if (!correction) return null
  const { version, at } = correction
  const { id: visitId, personId } = visit
  const seen = await firstSeen(db, { visitId, personId, version, since: at })
  return {
    ...correction,
    at: at.toISOString(),
    seenAt: seen.at ? seen.at.toISOString() : null,
    hasAccount: seen.hasAccount,
    phone: visit.patient.contact,
  }
}
