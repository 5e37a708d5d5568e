import type { QueryOf } from '#contract/endpoint.ts'
import { isStaff } from '#contract/options.ts'
import type { readConfidentialReportPdf as pdfContract } from '#contract/reports.ts'
import type { Visit } from '#server/modules/booking/index.ts'
import { testsNotFor } from '#server/modules/catalogue/index.ts'
import { isThemself } from '#server/modules/people/index.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound, required } from '#server/platform/errors.ts'
import { latestReport, readPdf, reportVersions } from './queries-reports.ts'
import { issuedPdf, paidVisitOf } from './read-report.ts'

const part = 'confidential'
const what = 'A released report of confidential tests'

/** The visit, for callers who may read the results of its confidential tests. Others are refused as if there were no report. */
async function visitOf(context: SignedIn, id: string): Promise<Visit> {
  const visit = await paidVisitOf(context, id, true)
  if (!(await mayRead(context, visit))) throw notFound(what)
  return visit
}

/** Whether a caller who reaches the visit may read the results of its confidential tests. */
export async function mayRead({ db, actor }: SignedIn, { personId, tests }: Visit): Promise<boolean> {
  if (actor.role === 'user') return isThemself(db, actor.accountId, personId)
  // A clinician: only visits that their clinic ordered are within reach.
  if (!isStaff(actor.role)) return true
  const hidden = await testsNotFor(db, actor.accountId)
  return !tests.some(({ code }) => hidden.includes(code))
}

export async function readConfidentialReport(context: SignedIn, id: string) {
  const { db } = context
  const { siteId, id: visitId } = await visitOf(context, id)
  const report = required(await latestReport(db, siteId, visitId, part), what)
  await noteReading(context, visitId, report.version)
  return { report, versions: await reportVersions(db, siteId, visitId, part) }
}

export async function readConfidentialReportPdf(
  context: SignedIn,
  id: string,
  { version, file }: QueryOf<typeof pdfContract>,
): Promise<Buffer> {
  const { siteId, id: visitId } = await visitOf(context, id)
  const found = required(await readPdf(context.db, siteId, visitId, version, part), what)
  await noteReading(context, visitId, found.version)
  return issuedPdf(context.db, found, file)
}

const noteReading = (context: SignedIn, id: string, version: number) =>
  auditReading(context, { action: 'report.read_apart', subject: { kind: 'visit', id }, after: { version } })
