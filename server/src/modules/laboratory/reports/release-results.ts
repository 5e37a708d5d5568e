import type { BodyOf, QueryOf } from '#contract/endpoint.ts'
import type { MeasuredOutOfUse } from '#contract/instrument-breakdowns.ts'
import { type CellCounts, printedUnit } from '#contract/printed-unit.ts'
import type { releasedTasks as releasedContract } from '#contract/release.ts'
import type {
  releaseResults as releaseContract,
  waitingForRelease as waitingContract,
} from '#contract/reports.ts'
import { lockVisit } from '#server/modules/booking/index.ts'
import { interpretationsInForce, interpretationsOf } from '#server/modules/catalogue/index.ts'
import { readCellCounts } from '#server/modules/sites/index.ts'
import { audit } from '#server/platform/audit.ts'
import { after, hours } from '#server/platform/clock.ts'
import { type Actor, type SignedIn, transact } from '#server/platform/context.ts'
import { notPossible, Refusal } from '#server/platform/errors.ts'
import { mapPage } from '#server/platform/list.ts'
import { sayBlocked } from '../quality/policy-quality.ts'
import { summarizeControls } from '../quality/read-controls.ts'
import { readTaskComment } from '../results/queries-comments.ts'
import { previousOf } from '../results/queries-results.ts'
import { formOf, presentRepeat, rangeText, whyNotRelease } from '../results/result-form.ts'
import { reachOf, taskOf } from '../tasks/list-tasks.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import { seek } from '../tasks/search-tasks.ts'
import { changeReports, tasksOf } from './change-reports.ts'
import { issueReport } from './issue-report.ts'
import { listReleased, listWaiting, setCorrecting, setReleased, type Waiting } from './queries-release.ts'
import { releaseRules } from './queries-reports.ts'

/** Tasks that wait for release, the oldest first. */
export async function listWaitingForRelease(context: SignedIn, query: QueryOf<typeof waitingContract>) {
  const { twoPerson, controlHours } = await releaseRules(context.db)
  const since = after(context.clock.now(), -hours(controlHours))
  const page = await listWaiting(context.db, await reachOf(context), context.actor.accountId, query)
  const rules = await interpretationsInForce(context.db)
  const counts = await readCellCounts(context.db)
  const previous = Map.groupBy(await previousOf(context.db, page.rows), ({ taskId }) => taskId)
  return mapPage(page, ({ controls, ...task }) => ({
    ...presentWaiting(context.actor, task, previous.get(task.id) ?? [], twoPerson, counts),
    control: summarizeControls(controls, since),
    interpretations: interpretationsOf(rules, task.results),
  }))
}

function presentWaiting(
  actor: Actor,
  { results, repeats, ...task }: Omit<Waiting, 'controls'>,
  previous: Awaited<ReturnType<typeof previousOf>>,
  twoPerson: boolean,
  counts: CellCounts,
) {
  const control = sayBlocked(task.blockers)
  return {
    ...task,
    repeats: repeats.map((one) => presentRepeat(one, counts)),
    results: results.map(({ text, decimals, range, normalOptions, unit, ...result }) => {
      const say = (given: { number: number | null; text: string | null }) =>
        given.number === null ? (given.text ?? '') : given.number.toFixed(decimals ?? 0)
      const before = previous.find(({ code }) => code === result.code)
      return {
        ...result,
        value: say({ number: result.number, text }),
        unit: printedUnit(unit, counts),
        range: rangeText(range, decimals, result.number === null ? normalOptions : null),
        low: range?.low ?? null,
        high: range?.high ?? null,
        previous: before ? { value: say(before), number: before.number, at: before.at } : null,
      }
    }),
    // Lists do not show these results: they are read and released on the screen of the task.
    whyNotRelease: task.confidential
      ? 'Open the results of this confidential test to release them.'
      : whyNotRelease(
          actor,
          { ...task, completed: true, explained: true, results: results.length, control },
          twoPerson,
        ),
  }
}

/** Released tasks, the latest first, from which a correction is opened. */
export async function listReleasedTasks(
  context: SignedIn,
  { search, ...query }: QueryOf<typeof releasedContract>,
) {
  const reach = await reachOf(context)
  const sought = search ? await seek(context.db, search, { sites: reach.sites, few: false }) : null
  return listReleased(context.db, reach, sought, query)
}

/**
 * Releases tasks, all or none. Each of their visits gets a new version of its report, drawn and frozen in the same transaction as
 * the release, and its patient a message without any result.
 */
export async function releaseResults(
  context: SignedIn,
  { tasks: ids, revisions, outOfUseReason }: BodyOf<typeof releaseContract>,
) {
  const tasks = await tasksOf(context, ids)
  const release = (inside: SignedIn, task: TaskRow) =>
    releaseOne(inside, task, { read: revisions[task.id], outOfUseReason })
  await changeReports(context, tasks, release, (inside, visitId, part) =>
    issueReport(inside, visitId, { part }),
  )
  return { message: tasks.length === 1 ? 'Released.' : `${tasks.length} released.` }
}

async function releaseOne(
  inside: SignedIn,
  task: TaskRow,
  { read, outOfUseReason }: { read: number | undefined; outOfUseReason: string | undefined },
): Promise<void> {
  const by = { accountId: inside.actor.accountId, read, outOfUseReason }
  const released = await setReleased(inside.db, task, by, inside.clock.now())
  if (released === null) {
    const form = await formOf(inside, task)
    const comment = await readTaskComment(inside.db, task)
    const revision = form.resultsRevision + (comment?.revision ?? 0)
    if (form.releasedAt === null && read !== undefined && read !== revision) {
      throw new Refusal(
        'changed_meanwhile',
        `${task.title}, ${task.accession}: the results were saved again after you read them. Read them as they are now.`,
      )
    }
    const why = form.whyNotRelease ?? sayOutOfUse(form.outOfUse) ?? 'it was released already.'
    throw notPossible(`${task.title}, ${task.accession}: ${why}`)
  }
  const reason = released.outOfUseReason
  await audit(inside, {
    action: 'result.released',
    subject: { kind: 'task', id: task.id },
    ...(reason !== null && { reason: `Measured while the analyser was out of use: ${reason}` }),
  })
}

function sayOutOfUse([first]: readonly MeasuredOutOfUse[]): string | null {
  if (!first) return null
  return `it was measured while ${first.analyser} was out of use (${first.fault}). Release it alone, and give the reason.`
}

/** Opens a released task for correction. Until it is released again, everyone still reads the report as it was. */
export async function correctResults(context: SignedIn, id: string, reason: string) {
  const task = await taskOf(context, id)
  await transact(context, async (inside) => {
    await lockVisit(inside.db, task.siteId, task.visitId)
    if (!(await setCorrecting(inside.db, task, reason, context.actor.accountId))) {
      throw notPossible('Only released results are corrected; others are simply entered again.')
    }
    await audit(inside, { action: 'result.correcting', subject: { kind: 'task', id }, reason })
  })
  return { message: `${task.title} is open for correction.` }
}
