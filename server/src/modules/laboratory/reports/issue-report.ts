import { followOrder, moveVisit, readOrderOf, readVisit, type Visit } from '#server/modules/booking/index.ts'
import { interpretationsInForce } from '#server/modules/catalogue/index.ts'
import { readAccountTold, readPersonFacts, readPersonNumber } from '#server/modules/people/index.ts'
import { laboratorySettings, printedLogo, readReportSettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { notFound } from '#server/platform/errors.ts'
import { newCode } from '#server/platform/ids.ts'
import { post } from '#server/platform/outbox.ts'
import { endInterims, returnInterims } from '../cultures/queries-cultures.ts'
import { sendLinkOnRelease } from '../links/send-on-release.ts'
import { reportIssued } from '../results/events.ts'
import { readReportComment } from '../results/queries-comments.ts'
import { picturesOf } from './pictures-of.ts'
import { clearCorrections } from './queries-release.ts'
import { addReport, nameOfAccount, releasedOf, releaseRules, reportsOf } from './queries-reports.ts'
import { type Facts, reportContentOf, verifyUrlOf } from './report-content.ts'

/**
 * Freezes the released results of a visit into a new version of its report, drawn in the caller's transaction, and tells the
 * patient that there is one. `rule`: in words, the rule that released the results of this version; no person is named for it.
 */
export async function issueReport(
  inside: SignedIn,
  visitId: string,
  withdrawn: Facts['withdrawn'] = null,
  rule: string | null = null,
): Promise<void> {
  const { db, clock, actor, config } = inside
  const visit = await readVisit(db, 'everyone', visitId)
  if (!visit) throw notFound('This visit')
  const { siteId } = visit
  const now = clock.now()
  const [released, history, laboratory] = [
    await releasedOf(db, siteId, visit.id),
    await reportsOf(db, siteId, visit.id),
    await laboratorySettings(inside),
  ]
  const content = reportContentOf(visit, laboratory, released, history, {
    ...(await readFacts(inside, visit)),
    code: newCode(16),
    now,
    by: actor.fullName,
    withdrawn,
  })
  const { version, code, status } = content
  const verifyUrl = verifyUrlOf(config, code)
  const { drawReport } = await import('./draw-report.ts')
  const pictures = await picturesOf(db, [content])
  const pdf = await drawReport(content, { verifyUrl, at: now, logo: await printedLogo(db), pictures })
  await addReport(db, {
    siteId,
    visitId: visit.id,
    version,
    code,
    content: JSON.stringify(content),
    pdf,
    ...(rule === null ? { releasedBy: actor.accountId } : { releasedRule: rule }),
    releasedAt: now,
  })
  await clearCorrections(db, siteId, visit.id)
  await returnInterims(db, siteId, visit.id, now)
  await endInterims(db, siteId, visit.id)
  if (content.waitingFor.length === 0) await completeVisit(inside, visit)
  await audit(rule === null ? inside : { ...inside, actor: null }, {
    action: 'report.issued',
    subject: { kind: 'visit', id: visit.id },
    after: { version, status },
    ...(rule !== null && { reason: `By the rule ${rule}` }),
  })
  await inside.tell(reportIssued, inside, { siteId, visitId: visit.id })
  const isLinked = content.waitingFor.length === 0 && (await sendLinkOnRelease(inside, visit))
  // A patient without an address reads the report in the product. A link that went to the phone says the same as this message.
  if (visit.patient.email !== '' || (!isLinked && (await readAccountTold(db, visit)))) {
    await post(inside, {
      kind: messageFor(withdrawn !== null, released),
      to: visit.patient.email,
      payload: { siteId, visitId: visit.id },
    })
  }
}

/** Completes a visit that is in progress, and the visits at which its samples were collected again. */
export async function completeVisit(inside: SignedIn, visit: Visit): Promise<void> {
  if (visit.status !== 'in_progress') return
  await moveVisit(inside, visit, 'completed')
  await followOrder(inside, visit, 'in_progress', 'completed')
}

/** What a report says beside results. */
async function readFacts({ db }: SignedIn, { siteId, id: visitId, accountId, personId }: Visit) {
  const { twoPerson } = await releaseRules(db)
  const { birth } = await readPersonFacts(db, personId)
  const { text: comment } = await readReportComment(db, { siteId, visitId })
  return {
    singlePerson: !twoPerson,
    settings: await readReportSettings(db),
    requester: accountId === null ? null : await nameOfAccount(db, accountId),
    personNumber: await readPersonNumber(db, personId),
    born: birth.precision === 'day' ? birth.date : null,
    interpretations: await interpretationsInForce(db),
    order: await readOrderOf(db, { siteId, visitId }),
    comment,
  }
}

function messageFor(withdrawn: boolean, released: readonly { correctionReason: string | null }[]) {
  if (withdrawn) return 'result_withdrawn'
  return released.some((test) => test.correctionReason !== null) ? 'result_corrected' : 'results_ready'
}
