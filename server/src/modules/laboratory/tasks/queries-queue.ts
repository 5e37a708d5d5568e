import { sql } from 'kysely'
import type { TaskState } from '#contract/task-states.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import {
  emptyPage,
  instant,
  limitRows,
  type Order,
  type Page,
  type PageQuery,
  readPage,
  smallint,
  uuid,
} from '#server/platform/list.ts'
import { isConsented } from '../queries-parts.ts'
import { isReferred } from '../referrals/queries-parts.ts'
import {
  allSites,
  isEmpty,
  isSought,
  type Reach,
  type Sought,
  selectTasks,
  type TaskRow,
  within,
} from './queries-tasks.ts'

/** Statements on the queue of tasks: lists, counts and claims. */

export type TaskFilter = {
  status?: TaskState | undefined
  claimedBy?: string | undefined
  completedSince?: Date | undefined
  testCode?: string | undefined
  sought?: Sought | undefined
}

const urgentFirst: Order<TaskRow> = { rank: smallint('k.rank'), dueAt: instant('k.due_at'), id: uuid('k.id') }
const latestFirst: Order<TaskRow> = { completedAt: instant('k.completed_at desc'), id: uuid('k.id desc') }

/** Tasks, read from an index in its order: open ones the urgent first, then by due time; completed ones the latest first. */
export async function listTasks(
  db: Db,
  reach: Reach,
  filter: TaskFilter,
  page: PageQuery,
): Promise<Page<TaskRow>> {
  if (isEmpty(reach)) return emptyPage
  const order = filter.status === 'completed' ? latestFirst : urgentFirst
  return readPage(page, order, ({ after, by, limit }) =>
    filtered(db, reach, filter).where(after).orderBy(by).limit(limit).execute(),
  )
}

const ownFirst: Order<TaskRow & { other: number }> = { other: smallint('k.other'), ...urgentFirst }

/** Open tasks, those of the tests `own` first. They are few, so all of them are sorted. */
export const listOwnFirst = (
  db: Db,
  reach: Reach,
  own: readonly string[],
  filter: TaskFilter,
  page: PageQuery,
): Promise<Page<TaskRow & { other: number }>> =>
  readPage(page, ownFirst, ({ after, by, limit }) => {
    const other = sql<number>`case when k.test_code = any(${[...own]}::text[]) then 0 else 1 end`
    const tasks = filtered(db, reach, filter).select(other.as('other'))
    return db.selectFrom(tasks.as('k')).selectAll().where(after).orderBy(by).limit(limit).execute()
  })

function filtered(db: Db, reach: Reach, { status, claimedBy, completedSince, testCode, sought }: TaskFilter) {
  let tasks = selectTasks(db, reach)
  if (status) tasks = tasks.where('k.status', '=', sql.lit(status))
  if (claimedBy) tasks = tasks.where('k.claimedBy', '=', claimedBy)
  if (completedSince) tasks = tasks.where(isSince(status, completedSince))
  if (testCode) tasks = tasks.where('k.testCode', '=', testCode)
  if (sought) tasks = tasks.where(isSought(sought))
  // A referred task is not in the queue until its report is entered. A search finds it.
  else if (status === 'pending') tasks = tasks.where(sql<boolean>`not ${isReferred}`)
  return tasks
}

/** Whether the filter selects few tasks: those that are open, or those completed in a few days, whatever the size of the table. */
export const areFew = ({ status, completedSince }: Pick<TaskFilter, 'status' | 'completedSince'>): boolean =>
  status === 'completed' ? completedSince !== undefined : status !== undefined

const isSince = (status: TaskState | undefined, instant: Date) =>
  status === 'completed'
    ? sql<boolean>`k.completed_at >= ${instant}`
    : sql<boolean>`(k.status <> 'completed' or k.completed_at >= ${instant})`

/** Pending and started tasks of a test that is done here, in the order of the queue, in which a rack is filled. */
export async function listOpen(db: Db, reach: Reach, testCode: string, limit: number): Promise<TaskRow[]> {
  const inState = (status: 'pending' | 'in_progress') =>
    selectTasks(db, reach)
      .where('k.status', '=', sql.lit(status))
      .where('k.testCode', '=', testCode)
      .where(sql<boolean>`not ${isReferred}`)
      .orderBy('k.rank')
      .orderBy('k.dueAt')
      .orderBy('k.id')
      .limit(limitRows(limit))
  return rowsOf(db)<TaskRow>`
    select * from (${inState('pending')} union all ${inState('in_progress')}) open
    order by rank, due_at, id limit ${limitRows(limit)}`
}

type Counts = { pending: number; inProgress: number; completedToday: number; overdue: number }

/** Counts for the dashboard, without open tasks that another laboratory does. Each open task is read once. */
export async function countTasks(db: Db, reach: Reach, at: { now: Date; dayStart: Date }): Promise<Counts> {
  const open = (status: 'pending' | 'in_progress') => sql`(
    select count(*) as n, count(*) filter (where k.due_at < ${at.now}) as late
    from task k where ${within(reach)} and k.status = ${sql.lit(status)} and not ${isReferred})`
  const counts = await rowOf(db)<Counts>`
    select p.n as pending, w.n as in_progress, p.late + w.late as overdue,
      (select count(*) from task k where ${within(reach)} and k.status = 'completed'
        and k.completed_at >= ${at.dayStart}) as completed_today
    from ${open('pending')} p, ${open('in_progress')} w`
  return counts ?? { pending: 0, inProgress: 0, completedToday: 0, overdue: 0 }
}

/**
 * Claims the first pending task that is done here and whose sample is at the bench. It skips rows that another transaction is claiming and compares
 * the state again in the update, so that 32 people at once get 32 different tasks.
 */
export const claimFirst = (tx: Db, reach: Reach, by: string, now: Date): Promise<{ id: string } | null> =>
  rowOf(tx)`
    update task set status = 'in_progress', claimed_by = ${by}, started_at = ${now}
    where (site_id, id) = (
      select k.site_id, k.id from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id
      where ${within(reach)} and k.status = 'pending' and s.status = 'received' and not ${isReferred} and ${isConsented}
      order by k.rank, k.due_at, k.id limit 1
      for update of k skip locked
    ) and status = 'pending'
    returning id`

/**
 * Claims those of these tasks that are pending and whose samples are at the bench. It waits for tasks that somebody else is claiming or
 * referring, and leaves them to that person: they are locked by a statement before the one that claims them. Rows are locked in the order
 * of their ids, so that two people who start lists with the same tasks cannot deadlock.
 */
export async function claimThese(
  tx: Db,
  reach: Reach,
  ids: readonly string[],
  by: string,
  now: Date,
): Promise<string[]> {
  const wanted = sql`
    select k.site_id, k.id from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id
    where k.site_id in (select id from site) and ${within(reach)} and k.id = any(${[...ids]}::uuid[])
      and k.status = 'pending' and s.status = 'received' and not ${isReferred} and ${isConsented}
    order by k.id for update of k`
  await wanted.execute(tx)
  const claimed = await rowsOf(tx)<{ id: string }>`
    with wanted as (${wanted})
    update task set status = 'in_progress', claimed_by = ${by}, started_at = ${now}
    from wanted where task.site_id = wanted.site_id and task.id = wanted.id and task.status = 'pending'
    returning task.id`
  return claimed.map(({ id }) => id)
}

export const readTasks = (db: Db, reach: Reach, ids: readonly string[]) =>
  selectTasks(db, reach)
    .where('k.siteId', 'in', allSites(db))
    .where('k.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .orderBy('k.rank')
    .orderBy('k.dueAt')
    .orderBy('k.id')
    .execute()
