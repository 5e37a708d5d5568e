import type { ReportContent } from '#contract/reports.ts'
import { moveVisit, readVisit } from '#server/modules/booking/index.ts'
import { laboratorySettings } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { notFound, Refusal } from '#server/platform/errors.ts'
import { newCode } from '#server/platform/ids.ts'
import { post } from '#server/platform/outbox.ts'
import { formOf, whyNotRelease } from '../results/result-form.ts'
import { lockVisit } from '../samples/queries-samples.ts'
import { reachOf, taskOf } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { drawReport } from './draw-report.ts'
import {
  addReport,
  clearCorrections,
  latestReport,
  listWaiting,
  releasedOf,
  releaseRules,
  setCorrecting,
  setReleased,
} from './queries-reports.ts'
import { reportContentOf } from './report-content.ts'

const mostWaiting = 200

export async function listWaitingForRelease(context: SignedIn) {
  const { twoPerson } = await releaseRules(context.db)
  const waiting = await listWaiting(context.db, await reachOf(context), context.actor.accountId, mostWaiting)
  return waiting.map(({ results, byMe, openCallbacks, completedAt, ...task }) => ({
    ...task,
    completedAt: completedAt.toISOString(),
    results: results.map(({ number, text, decimals, ...result }) => ({
      ...result,
      value: number === null ? (text ?? '') : number.toFixed(decimals ?? 0),
    })),
    whyNotRelease: whyNotRelease(
      { completed: true, byMe, openCallbacks, results: results.length },
      twoPerson,
    ),
  }))
}

/**
 * Releases tasks, all or none. Each of their visits gets a new version of its report, drawn and frozen in the same
 * transaction as the release, and its patient a message that says nothing of what is in it.
 */
export async function releaseResults(
  context: SignedIn,
  ids: readonly string[],
): Promise<{ message: string }> {
  const tasks = await Promise.all([...new Set(ids)].sort().map((id) => taskOf(context, id)))
  await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    const visits = [...new Set(tasks.map((task) => task.visitId))].sort()
    for (const visitId of visits) {
      const own = tasks.filter((task) => task.visitId === visitId)
      await lockVisit(tx, own[0]?.siteId ?? '', visitId)
      for (const task of own) await releaseOne(inside, task)
      await issueReport(inside, visitId)
    }
  })
  context.wakeOutbox()
  return { message: tasks.length === 1 ? 'Released.' : `${tasks.length} released.` }
}

async function releaseOne(inside: SignedIn, task: TaskRow): Promise<void> {
  if (!(await setReleased(inside.db, task, inside.actor.accountId, inside.clock.now()))) {
    const form = await formOf(inside, task)
    throw new Refusal(
      'not_possible_now',
      `${task.title}, ${task.accession}: ${form.whyNotRelease ?? 'it was released already.'}`,
    )
  }
  await audit(inside, { action: 'result.released', subject: { kind: 'task', id: task.id } })
}

async function issueReport(inside: SignedIn, visitId: string): Promise<void> {
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

/** Opens a released task again. Until it is released anew, everyone goes on reading the report as it was. */
export async function correctResults(
  context: SignedIn,
  id: string,
  reason: string,
): Promise<{ message: string }> {
  const task = await taskOf(context, id)
  await inTransaction(context.db, async (tx) => {
    await lockVisit(tx, task.siteId, task.visitId)
    if (!(await setCorrecting(tx, task, reason))) {
      throw new Refusal(
        'not_possible_now',
        'Only released results are corrected; others are simply entered again.',
      )
    }
    await audit(
      { ...context, db: tx },
      { action: 'result.correcting', subject: { kind: 'task', id: task.id }, reason },
    )
  })
  return { message: `${task.title} is open for correction.` }
}
