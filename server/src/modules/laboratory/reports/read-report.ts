import type { QueryOf, ResponseOf } from '#contract/endpoint.ts'
import { isStaff } from '#contract/options.ts'
import type {
  listReports as listContract,
  readReportPdf as pdfContract,
  ReportContent,
  verifyReport as verifyContract,
} from '#contract/reports.ts'
import { orderOf, requireVisit, type Visit } from '#server/modules/booking/index.ts'
import { requirePaid, whyHeld } from '#server/modules/money/index.ts'
import { laboratorySettings, printedLogo } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { auditReading } from '#server/platform/audit-once.ts'
import type { Context, SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { sayAt } from '#server/platform/date-formatters.ts'
import { notFound, notPossible, required } from '#server/platform/errors.ts'
import { normaliseCode } from '#server/platform/ids.ts'
import { type Limit, spend, spendOfNetwork } from '#server/platform/limits.ts'
import { picturesOf } from './pictures-of.ts'
import { countUnopened, listOwnReports } from './queries-own-reports.ts'
import { findReport, latestReport, readFiles, readPdf, reportVersions } from './queries-reports.ts'
import { verifyUrlOf } from './report-content.ts'

/** A limit, since drawing the reports of one print takes up to a second. */
const printLimit: Limit = { name: 'report prints: account', burst: 20, perSeconds: 600 }
/** Codes have 80 random bits: this bounds work, not guesses. */
const verifyLimit: Limit = { name: 'verify: network', burst: 60, perSeconds: 600 }

/** The visit whose report a patient (for their own visits) or staff may read. */
export async function visitOf(context: SignedIn, id: string): Promise<Visit> {
  // Samples of a repeat collection are reported with the order.
  return orderOf(context, await requireVisit(context, id))
}

/** A patient's reports, the latest first. As with every list, the audit trail does not record a reading. */
export async function listReports({ db, actor }: SignedIn, query: QueryOf<typeof listContract>) {
  const [page, unopened] = await Promise.all([
    listOwnReports(db, actor.accountId, query),
    countUnopened(db, actor.accountId),
  ])
  return { ...page, unopened }
}

/** Like `visitOf`, but refuses results that wait for the payment. Staff may read results before the payment, programs may not. */
export async function paidVisitOf(context: SignedIn, id: string, reads: boolean): Promise<Visit> {
  const visit = await visitOf(context, id)
  const { role, program } = context.actor
  if (!reads || program || !isStaff(role)) await requirePaid(context, visit, 'results')
  return visit
}

export async function readReport(context: SignedIn, id: string) {
  const { db } = context
  const visit = await paidVisitOf(context, id, true)
  const report = await latestReport(db, visit.siteId, visit.id)
  if (!report) throw notFound('A released report of this appointment')
  await noteReading(context, visit, report.version)
  return { report, versions: await reportVersions(db, visit.siteId, visit.id) }
}

export async function readReportPdf(
  context: SignedIn,
  id: string,
  { version, purpose, paper, file }: QueryOf<typeof pdfContract>,
): Promise<Buffer> {
  const visit = await paidVisitOf(context, id, purpose === 'read')
  const found = await readPdf(context.db, visit.siteId, visit.id, version)
  if (!found) throw notFound('A released report of this appointment')
  await noteReading(context, visit, found.version)
  if (purpose === 'read' || file !== undefined) return issuedPdf(context.db, found, file)
  await notePrint(context, visit, found.version)
  if (context.actor.role === 'user') return found.pdf
  return paper === 'thermal' ? printOnRoll(context, found.content) : printCopies(context, [found.content])
}

/** The PDF of an issued report, or a PDF that is embedded in it. The caller may read the report. */
export async function issuedPdf(
  db: Db,
  { pdf, content }: { pdf: Buffer; content: ReportContent },
  file: string | undefined,
): Promise<Buffer> {
  if (file === undefined) return pdf
  const isEmbedded = content.tests.some(({ attachments }) =>
    attachments.some(({ id, picture }) => id === file && picture === null),
  )
  return required(isEmbedded ? (await readFiles(db, [file])).get(file) : null, 'This file of the report')
}

/** Copies of the latest reports of several visits. If one of them cannot be printed, nothing is, and the refusal names the visit. */
export async function printReports(context: SignedIn, visitIds: readonly string[]): Promise<Buffer> {
  await spend(context, printLimit, context.actor.accountId)
  const found = new Map<string, { visit: Visit; report: ReportContent }>()
  for (const id of visitIds) {
    const visit = await visitOf(context, id)
    const held = await whyHeld(context, visit, 'results')
    if (held !== null) throw notPossible(`Visit ${visit.reference}: ${held}`)
    const report = await latestReport(context.db, visit.siteId, visit.id)
    if (!report) throw notFound(`A released report of visit ${visit.reference}`)
    found.set(visit.id, { visit, report })
  }
  for (const { visit, report } of found.values()) {
    await noteReading(context, visit, report.version)
    await notePrint(context, visit, report.version)
  }
  return printCopies(
    context,
    Array.from(found.values(), ({ report }) => report),
  )
}

/**
 * Draws copies of reports from their frozen content, each marked with who printed it and when. The issued PDF stays unchanged.
 */
async function printCopies(context: SignedIn, reports: readonly ReportContent[]): Promise<Buffer> {
  const { db, clock, actor, config } = context
  const now = clock.now()
  const { drawCopies } = await import('./draw-report.ts')
  const copies = reports.map((report) => ({
    report,
    verifyUrl: verifyUrlOf(config, report.code),
    mark: markOf(report, now, actor),
  }))
  const { name } = await laboratorySettings(context)
  const pictures = await picturesOf(db, reports)
  return drawCopies(copies, { author: name, at: now, logo: await printedLogo(db), pictures })
}

async function printOnRoll({ clock, actor, config }: SignedIn, report: ReportContent): Promise<Buffer> {
  const now = clock.now()
  const { drawRollReport } = await import('./draw-roll-report.ts')
  const mark = markOf(report, now, actor)
  return drawRollReport(report, { verifyUrl: verifyUrlOf(config, report.code), mark, at: now })
}

const markOf = (report: ReportContent, now: Date, { fullName }: SignedIn['actor']) =>
  `Copy printed ${sayAt(report.timeZone, now)} by ${fullName}`

const noteReading = (context: SignedIn, { id }: Visit, version: number) =>
  auditReading(context, { action: 'report.read', subject: { kind: 'visit', id }, after: { version } })

/** Records each print, since each is another copy on paper. A program's print is recorded as a reading by the program. */
const notePrint = (context: SignedIn, { id }: Visit, version: number) => {
  const entry = { action: 'report.printed', subject: { kind: 'visit', id }, after: { version } } as const
  return context.actor.program ? auditReading(context, entry) : audit(context, entry)
}

/**
 * Public: for anyone with the paper, or a picture of it. The answer has the results, to compare them with the paper, and the initials of
 * the patient. For a withdrawn report or an unknown code it has only the state.
 */
export async function verifyReport(
  context: Context,
  code: string,
): Promise<ResponseOf<typeof verifyContract>> {
  await spendOfNetwork(context, verifyLimit)
  const found = await findReport(context.db, normaliseCode(code))
  if (!found) return { status: 'unknown', report: null, currentVersion: null, withdrawnTests: [] }
  const { content, current } = found
  const status = standingOf(content, current)
  if (status === 'withdrawn') return { status, report: null, currentVersion: null, withdrawnTests: [] }
  const gone = current.tests.filter((test) => test.withdrawn).map((test) => test.accession + test.name)
  return {
    status,
    report: masked(content),
    currentVersion: current.version,
    withdrawnTests: content.tests
      .filter((test) => gone.includes(test.accession + test.name))
      .map((test) => test.name),
  }
}

const masked = (content: ReportContent): ReportContent => ({
  ...content,
  patient: {
    ...content.patient,
    fullName: content.patient.fullName.replace(/(\p{L})[\p{L}\p{M}'’-]*/gu, '$1.'),
    personNumber: null,
    born: null,
  },
  requestedBy: null,
  copyTo: '',
  order: null,
})

function standingOf(paper: ReportContent, current: ReportContent): 'authentic' | 'replaced' | 'withdrawn' {
  if (current.status === 'withdrawn') return 'withdrawn'
  return paper.version === current.version ? 'authentic' : 'replaced'
}
