import { sql } from 'kysely'
import type { TaskState } from '#contract/task-states.ts'
import type { Db } from '#server/platform/database.ts'
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
import {
  atAnySite,
  isEmpty,
  isSought,
  type Reach,
  type Sought,
  type TaskRow,
  taskColumns,
  tasks,
  within,
} from './queries-tasks.ts'

/** Statements on the queue of tasks: lists, counts and claims. */

export type TaskFilter = {
  status: TaskState | null
  claimedBy: string | null
  completedSince: Date | null
  testCode: string | null
  sought: Sought | null
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
    sql<TaskRow>`
    select ${taskColumns} from ${tasks}
    where ${within(reach)}
      ${filter.status ? sql`and k.status = ${sql.lit(filter.status)}` : sql``}
      ${filter.claimedBy ? sql`and k.claimed_by = ${filter.claimedBy}` : sql``}
      ${filter.completedSince ? since(filter.status, filter.completedSince) : sql``}
      ${filter.testCode ? sql`and k.test_code = ${filter.testCode}` : sql``}
      ${filter.sought ? isSought(filter.sought) : sql``}
      and ${after}
    order by ${by} limit ${limit}`.execute(db),
  )
}

/** Whether the filter selects few tasks: those that are open, or those completed in a few days, whatever the size of the table. */
export const areFew = ({ status, completedSince }: Pick<TaskFilter, 'status' | 'completedSince'>): boolean =>
  status === 'completed' ? completedSince !== null : status !== null

const since = (status: TaskState | null, instant: Date) =>
  status === 'completed'
    ? sql`and k.completed_at >= ${instant}`
    : sql`and (k.status <> 'completed' or k.completed_at >= ${instant})`

/** Pending and started tasks of a test in the order of the queue, in which a rack is filled. */
export async function listOpen(db: Db, reach: Reach, testCode: string, limit: number): Promise<TaskRow[]> {
  const state = (status: 'pending' | 'in_progress') => sql`(select ${taskColumns} from ${tasks}
    where ${within(reach)} and k.status = ${sql.lit(status)} and k.test_code = ${testCode}
    order by k.rank, k.due_at, k.id limit ${limitRows(limit)})`
  const { rows } = await sql<TaskRow>`
    select * from (${state('pending')} union all ${state('in_progress')}) open
    order by rank, "dueAt", id limit ${limitRows(limit)}`.execute(db)
  return rows
}

/** Counts for the dashboard. Each open task is read once. */
export async function countTasks(
  db: Db,
  reach: Reach,
  at: { now: Date; dayStart: Date },
): Promise<{ pending: number; inProgress: number; completedToday: number; overdue: number }> {
  const open = (status: 'pending' | 'in_progress') => sql`(
    select count(*) as n, count(*) filter (where k.due_at < ${at.now}) as late
    from task k where ${within(reach)} and k.status = ${sql.lit(status)})`
  const { rows } = await sql<{
    pending: number
    inProgress: number
    completedToday: number
    overdue: number
  }>`
    select p.n as pending, w.n as "inProgress", p.late + w.late as overdue,
      (select count(*) from task k where ${within(reach)} and k.status = 'completed'
        and k.completed_at >= ${at.dayStart}) as "completedToday"
    from ${open('pending')} p, ${open('in_progress')} w`.execute(db)
  return rows[0] ?? { pending: 0, inProgress: 0, completedToday: 0, overdue: 0 }
}

/**
 * Claims the first pending task whose sample is at the bench. It skips rows that another transaction is claiming and compares
 * the state again in the update, so that 32 people at once get 32 different tasks.
 */
export async function claimFirst(tx: Db, reach: Reach, by: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    update task set status = 'in_progress', claimed_by = ${by}, started_at = ${now}
    where (site_id, id) = (
      select k.site_id, k.id from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id
      where ${within(reach)} and k.status = 'pending' and s.status = 'received'
      order by k.rank, k.due_at, k.id limit 1
      for update of k skip locked
    ) and status = 'pending'
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/**
 * Claims those of these tasks that are pending and whose samples are at the bench, in one statement. It waits for tasks that
 * somebody else is claiming, and leaves them to that person. Rows are locked in the order of their ids, so that two people
 * who start lists with the same tasks cannot deadlock.
 */
export async function claimThese(
  tx: Db,
  reach: Reach,
  ids: readonly string[],
  by: string,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with wanted as (
      select k.site_id, k.id from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id
      where ${atAnySite} and ${within(reach)} and k.id = any(${[...ids]}::uuid[]) and k.status = 'pending' and s.status = 'received'
      order by k.id for update of k
    )
    update task set status = 'in_progress', claimed_by = ${by}, started_at = ${now}
    from wanted where task.site_id = wanted.site_id and task.id = wanted.id and task.status = 'pending'
    returning task.id`.execute(tx)
  return rows.map((row) => row.id)
}

export async function readTasks(db: Db, reach: Reach, ids: readonly string[]): Promise<TaskRow[]> {
  const { rows } = await sql<TaskRow>`
    select ${taskColumns} from ${tasks} where ${atAnySite} and ${within(reach)} and k.id = any(${[...ids]}::uuid[])
    order by k.rank, k.due_at, k.id`.execute(db)
  return rows
}
