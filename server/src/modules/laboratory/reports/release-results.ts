import type { BodyOf, QueryOf, ResponseOf } from '#contract/endpoint.ts'
import type {
  releaseResults as releaseContract,
  waitingForRelease as waitingContract,
} from '#contract/reports.ts'
import { audit } from '#server/platform/audit.ts'
import type { Actor, SignedIn } from '#server/platform/context.ts'
import { inTransaction } from '#server/platform/database.ts'
import { Refusal } from '#server/platform/errors.ts'
import { mapPage } from '#server/platform/list.ts'
import { sayBlocked } from '../quality/say-blocked.ts'
import { formOf, whyNotRelease } from '../results/result-form.ts'
import { lockVisit } from '../samples/queries-samples.ts'
import { reachOf, taskOf } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { issueReport } from './issue-report.ts'
import { listWaiting, releaseRules, setCorrecting, setReleased, type Waiting } from './queries-reports.ts'

/** Tasks that wait for release, the oldest first. */
export async function listWaitingForRelease(
  context: SignedIn,
  query: QueryOf<typeof waitingContract>,
): Promise<ResponseOf<typeof waitingContract>> {
  const { twoPerson } = await releaseRules(context.db)
  const page = await listWaiting(context.db, await reachOf(context), context.actor.accountId, query)
  return mapPage(page, (task) => presentWaiting(context.actor, task, twoPerson))
}

type WaitingTask = ResponseOf<typeof waitingContract>['rows'][number]

function presentWaiting(
  actor: Actor,
  { results, byMe, openCallbacks, blockers, completedAt, ...task }: Waiting,
  twoPerson: boolean,
): WaitingTask {
  return {
    ...task,
    completedAt: completedAt.toISOString(),
    results: results.map(({ number, text, decimals, ...result }) => ({
      ...result,
      value: number === null ? (text ?? '') : number.toFixed(decimals ?? 0),
    })),
    whyNotRelease: whyNotRelease(
      actor,
      { completed: true, byMe, openCallbacks, results: results.length, control: sayBlocked(blockers) },
      twoPerson,
    ),
  }
}

/**
 * Releases tasks, all or none. Each of their visits gets a new version of its report, drawn and frozen in the same
 * transaction as the release, and its patient a message that says nothing of what is in it.
 */
export async function releaseResults(
  context: SignedIn,
  { tasks: ids, revisions }: BodyOf<typeof releaseContract>,
): Promise<{ message: string }> {
  const tasks = await Promise.all([...new Set(ids)].sort().map((id) => taskOf(context, id)))
  await inTransaction(context.db, async (tx) => {
    const inside = { ...context, db: tx }
    const visits = [...new Set(tasks.map((task) => task.visitId))].sort()
    for (const visitId of visits) {
      const own = tasks.filter((task) => task.visitId === visitId)
      await lockVisit(tx, own[0]?.siteId ?? '', visitId)
      for (const task of own) await releaseOne(inside, task, revisions[task.id])
      await issueReport(inside, visitId)
    }
  })
  context.wakeOutbox()
  return { message: tasks.length === 1 ? 'Released.' : `${tasks.length} released.` }
}

async function releaseOne(inside: SignedIn, task: TaskRow, read: number | undefined): Promise<void> {
  const by = { accountId: inside.actor.accountId, read }
  if (!(await setReleased(inside.db, task, by, inside.clock.now()))) {
    const form = await formOf(inside, task)
    if (form.releasedAt === null && read !== undefined && read !== form.resultsRevision) {
      throw new Refusal(
        'changed_meanwhile',
        `${task.title}, ${task.accession}: the results were saved again after you read them. Read them as they are now.`,
      )
    }
    throw new Refusal(
      'not_possible_now',
      `${task.title}, ${task.accession}: ${form.whyNotRelease ?? 'it was released already.'}`,
    )
  }
  await audit(inside, { action: 'result.released', subject: { kind: 'task', id: task.id } })
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
    if (!(await setCorrecting(tx, task, reason, context.actor.accountId))) {
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
