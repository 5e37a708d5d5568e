import { followOrder, moveVisit, readOrderOf, readVisit, type Visit } from '#server/modules/booking/index.ts'
import { interpretationsInForce, readBenchTests } from '#server/modules/catalogue/index.ts'
import { readAccountTold, readPersonFacts, readPersonNumber } from '#server/modules/people/index.ts'
import { laboratorySettings, printedLogo, readReportSettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { notFound } from '#server/platform/errors.ts'
import { newCode } from '#server/platform/ids.ts'
import { post } from '#server/platform/outbox.ts'
import { endInterims, returnInterims } from '../cultures/queries-cultures.ts'
import { sendLinkOnRelease } from '../links/send-on-release.ts'
import { reportIssued } from '../results/events.ts'
import { readReportComment } from '../results/queries-comments.ts'
import { progressOfTests } from '../tasks/queries-tasks.ts'
import { picturesOf } from './pictures-of.ts'
import { clearCorrections } from './queries-release.ts'
import {
  addReport,
  nameOfAccount,
  type Part,
  releasedOf,
  releaseRules,
  reportsOf,
} from './queries-reports.ts'
import { type Facts, reportContentOf, verifyUrlOf } from './report-content.ts'

/**
 * Freezes the released results of a visit into a new version of its report, drawn in the caller's transaction, and tells the
 * patient that there is one. `rule`: in words, the rule that released the results of this version; no person is named for it.
 */
export async function issueReport(
  inside: SignedIn,
  visitId: string,
  {
    part = 'ordinary',
    withdrawn = null,
    rule = null,
  }: { part?: Part; withdrawn?: Facts['withdrawn']; rule?: string | null } = {},
): Promise<void> {
  const { db, clock, actor, config } = inside
  const found = await readVisit(db, 'everyone', visitId)
  if (!found) throw notFound('This visit')
  const { siteId } = found
  const visit = await partOf(db, found, part)
  const now = clock.now()
  const [released, history, laboratory] = [
    await releasedOf(db, siteId, visit.id, part),
    await reportsOf(db, siteId, visit.id, part),
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
  const report = {
    siteId,
    visitId: visit.id,
    version,
    code,
    content: JSON.stringify(content),
    pdf,
    ...(rule === null ? { releasedBy: actor.accountId } : { releasedRule: rule }),
    releasedAt: now,
  }
  await addReport(db, report, part)
  await clearCorrections(db, siteId, visit.id)
  await returnInterims(db, siteId, visit.id, now)
  await endInterims(db, siteId, visit.id)
  if (content.waitingFor.length === 0 && (await isReleasedBeside(db, found, visit)))
    await completeVisit(inside, found)
  await audit(rule === null ? inside : { ...inside, actor: null }, {
    action: part === 'ordinary' ? 'report.issued' : 'report.issued_apart',
    subject: { kind: 'visit', id: visit.id },
    after: { version, status },
    ...(rule !== null && { reason: `By the rule ${rule}` }),
  })
  await inside.tell(reportIssued, inside, { siteId, visitId: visit.id })
  // A link opens the ordinary report.
  const isLinked =
    part === 'ordinary' && content.waitingFor.length === 0 && (await sendLinkOnRelease(inside, visit))
  // A patient without an address reads the report in the product. A link that went to the phone says the same as this message.
  if (visit.patient.email !== '' || (!isLinked && (await readAccountTold(db, visit)))) {
    await post(inside, {
      kind: messageFor(withdrawn !== null, released),
      to: visit.patient.email,
      payload: { siteId, visitId: visit.id },
    })
  }
}

/** The visit with the tests of one of its reports, by the names that the report prints. */
async function partOf(db: Db, visit: Visit, part: Part): Promise<Visit> {
  const own = visit.tests.filter((test) => test.confidential === (part === 'confidential'))
  if (part === 'ordinary') return { ...visit, tests: own }
  const known = await readBenchTests(
    db,
    own.map(({ code }) => code),
  )
  const nameOf = (code: string) => known.find((test) => test.code === code)?.catalogueName
  return { ...visit, tests: own.map((test) => ({ ...test, name: nameOf(test.code) ?? test.name })) }
}

/** Whether the tests of the visit's other report are released. */
async function isReleasedBeside(db: Db, { siteId, id, tests }: Visit, own: Visit): Promise<boolean> {
  const others = tests.filter(({ code }) => !own.tests.some((test) => test.code === code))
  if (others.length === 0) return true
  const progress = await progressOfTests(db, siteId, id)
  return others.every(({ code }) => progress.some((task) => task.testCode === code && task.released))
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
