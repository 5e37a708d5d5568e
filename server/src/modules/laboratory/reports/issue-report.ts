import type { ReportContent } from '#contract/reports.ts'
import { moveVisit, readVisit } from '#server/modules/booking/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { newCode } from '#server/platform/ids.ts'
import { post } from '#server/platform/outbox.ts'
import { drawReport } from './draw-report.ts'
import { addReport, clearCorrections, latestReport, releasedOf, releaseRules } from './queries-reports.ts'
import { reportContentOf } from './report-content.ts'

/**
 * Freezes what is released of a visit into a new version of its report, drawn in the caller's transaction, and tells
 * the patient without a word of what is in it.
 */
export async function issueReport(inside: SignedIn, visitId: string): Promise<void> {
  const { db, clock, actor, config } = inside
  const visit = await readVisit(db, 'everyone', visitId)
  if (!visit) throw notFound('This visit')
  const [released, before, laboratory, rules] = [
    await releasedOf(db, visit.siteId, visit.id),
    await latestReport(db, visit.siteId, visit.id),
    await laboratorySettings(inside),
    await releaseRules(db),
  ]
  const content: ReportContent = reportContentOf(visit, laboratory, released, {
    version: (before?.version ?? 0) + 1,
    code: newCode(16),
    now: clock.now(),
    singlePerson: !rules.twoPerson,
    before,
    correctedBy: actor.fullName,
  })
  const pdf = await drawReport(content, {
    verifyUrl: `${config.publicUrl}/verify/${content.code}`,
    at: clock.now(),
  })
  await addReport(db, {
    siteId: visit.siteId,
    visitId: visit.id,
    content,
    pdf,
    by: actor.accountId,
    now: clock.now(),
  })
  await clearCorrections(db, visit.siteId, visit.id)
  if (content.waitingFor.length === 0 && visit.status === 'in_progress')
    await moveVisit(inside, visit, 'completed')
  await audit(inside, {
    action: 'report.issued',
    subject: { kind: 'visit', id: visit.id },
    after: { version: content.version, status: content.status },
  })
  if (visit.patient.email !== '') {
    const kind = content.status === 'corrected' ? 'result_corrected' : 'results_ready'
    await post(inside, {
      kind,
      to: visit.patient.email,
      payload: { siteId: visit.siteId, visitId: visit.id },
    })
  }
}
