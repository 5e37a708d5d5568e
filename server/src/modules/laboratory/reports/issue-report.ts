import type { ReportContent } from '#contract/reports.ts'
import { followOrder, moveVisit, readVisit } from '#server/modules/booking/index.ts'
import { readAccountTold, readPersonNumber } from '#server/modules/people/index.ts'
import { laboratorySettings, printedLogo } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { newCode } from '#server/platform/ids.ts'
import { post } from '#server/platform/outbox.ts'
import { drawReport } from './draw-report.ts'
import {
  addReport,
  clearCorrections,
  nameOfAccount,
  releasedOf,
  releaseRules,
  reportsOf,
} from './queries-reports.ts'
import { type Facts, reportContentOf } from './report-content.ts'

/**
 * Freezes what is released of a visit into a new version of its report, drawn in the caller's transaction, and tells
 * the patient without a word of what is in it.
 */
export async function issueReport(
  inside: SignedIn,
  visitId: string,
  withdrawn: Facts['withdrawn'] = null,
  /** In words, where a rule released what this version brings: no person is named for it. */
  rule: string | null = null,
): Promise<void> {
  const { db, clock, actor, config } = inside
  const visit = await readVisit(db, 'everyone', visitId)
  if (!visit) throw notFound('This visit')
  const [released, history, laboratory, rules, requester, personNumber] = [
    await releasedOf(db, visit.siteId, visit.id),
    await reportsOf(db, visit.siteId, visit.id),
    await laboratorySettings(inside),
    await releaseRules(db),
    visit.accountId === null ? null : await nameOfAccount(db, visit.accountId),
    await readPersonNumber(db, visit.personId),
  ]
  const content: ReportContent = reportContentOf(visit, laboratory, released, history, {
    code: newCode(16),
    now: clock.now(),
    singlePerson: !rules.twoPerson,
    personNumber,
    requester,
    by: actor.fullName,
    withdrawn,
  })
  const pdf = await drawReport(content, {
    verifyUrl: `${config.publicUrl}/verify/${content.code}`,
    at: clock.now(),
    logo: await printedLogo(db),
  })
  await addReport(db, {
    siteId: visit.siteId,
    visitId: visit.id,
    content,
    pdf,
    by: rule === null ? { accountId: actor.accountId } : { rule },
    now: clock.now(),
  })
  await clearCorrections(db, visit.siteId, visit.id)
  if (content.waitingFor.length === 0 && visit.status === 'in_progress') {
    await moveVisit(inside, visit, 'completed')
    await followOrder(inside, visit, 'in_progress', 'completed')
  }
  await audit(rule === null ? inside : { ...inside, actor: null }, {
    action: 'report.issued',
    subject: { kind: 'visit', id: visit.id },
    after: { version: content.version, status: content.status },
    ...(rule !== null && { reason: `By the rule ${rule}` }),
  })
  // Who has no address reads it in the product.
  if (visit.patient.email !== '' || (await readAccountTold(db, visit))) {
    await post(inside, {
      kind: messageFor(withdrawn !== null, released),
      to: visit.patient.email,
      payload: { siteId: visit.siteId, visitId: visit.id },
    })
  }
}

function messageFor(withdrawn: boolean, released: readonly { correctionReason: string | null }[]) {
  if (withdrawn) return 'result_withdrawn'
  return released.some((test) => test.correctionReason !== null) ? 'result_corrected' : 'results_ready'
}
