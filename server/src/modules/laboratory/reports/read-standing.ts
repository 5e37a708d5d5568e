import { resultsToOf, type Visit } from '#server/modules/booking/index.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { lastCorrection } from './last-correction.ts'
import { firstSeen, reportsOf, reportVersions } from './queries-reports.ts'
import { mayRead } from './read-confidential.ts'
import { visitOf } from './read-report.ts'

/** The last correction or withdrawal of a visit's report, with its time; null if no version changed an earlier one. */
export async function correctionOf(db: Db, { siteId, id }: Pick<Visit, 'siteId' | 'id'>) {
  const last = lastCorrection(await reportsOf(db, siteId, id))
  const issued =
    last && (await reportVersions(db, siteId, id)).find(({ version }) => version === last.version)
  return issued ? { ...last, at: issued.issuedAt } : null
}

/**
 * Which report a visit has, so that staff can link to it, and whether the patient has opened a corrected one: staff call
 * patients who have not. It is derived from the audit trail, so no further data is stored. The answer contains no result, so
 * the audit trail does not record this reading.
 */
export async function readReportStanding(context: SignedIn, id: string) {
  const { db } = context
  const visit = await visitOf(context, id)
  const { id: visitId, siteId, personId } = visit
  const [report = null] = await reportVersions(db, siteId, visitId)
  const [apart = null] = await reportVersions(db, siteId, visitId, 'confidential')
  const confidential = apart && (await mayRead(context, visit)) ? apart : null
  const resultsTo = await resultsToOf(db, { siteId, visitId })
  const standing = { report, confidential, resultsTo }
  const last = report && (await correctionOf(db, visit))
  if (!last) return { ...standing, correction: null }
  const { at: seenAt, hasAccount } = await firstSeen(db, {
    visitId,
    personId,
    version: last.version,
    since: last.at,
  })
  return { ...standing, correction: { ...last, seenAt, hasAccount, phone: visit.patient.contact } }
}
