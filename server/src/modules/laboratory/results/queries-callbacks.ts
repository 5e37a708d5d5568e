import { type Insertable, sql } from 'kysely'
import type { CallbackTry, OpenCallback } from '#contract/results.ts'
import { accountTold } from '#server/modules/people/index.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { limitRows } from '#server/platform/list.ts'
import type { Callback, CallbackTry as TryRow } from '#server/platform/schema.gen.ts'
import { mayNow } from '../queries-parts.ts'
import { nameOf } from '../samples/queries-samples.ts'
import { allSites, isEmpty, isWithin, type Reach, type TaskKey } from '../tasks/queries-tasks.ts'
import type { NewResult } from './queries-results.ts'

/** Statements on callbacks: critical values that must be reported by phone, and each call about them. */

/** Tries since the callback was opened: those of an earlier or later callback of the same analyte are not counted. */
const triesOf = sql<
  CallbackTry[]
>`array(select jsonb_build_object('id', r.id, 'called', r.called, 'way', r.way,
    'outcome', r.outcome, 'note', r.note, 'at', r.tried_at, 'by', ${nameOf('r.triedBy')},
    'otherValue', nullif(r.value, c.value))
  from callback_try r
  where r.site_id = c.site_id and r.task_id = c.task_id and r.analyte_code = c.analyte_code
    and r.tried_at >= c.opened_at and (c.told_at is null or r.tried_at <= c.told_at)
  order by r.id)`

export const callbacksOf = (db: Db, task: TaskKey) =>
  db
    .selectFrom('callback as c')
    .innerJoin('analyte as a', 'a.code', 'c.analyteCode')
    .select(['c.id', 'a.name as analyte', 'c.value', 'c.openedAt', 'c.dueAt', 'c.toldTo', 'c.toldAt'])
    .select([nameOf<string | null>('c.toldBy').as('toldBy'), triesOf.as('tries')])
    .where('c.siteId', '=', task.siteId)
    .where('c.taskId', '=', task.id)
    .orderBy('c.id')
    .execute()

/** Whom to call: the patient, and the account that is told about the visit if it has another name. */
const contactsOf = sql`
  jsonb_build_array(jsonb_build_object('name', v.full_name, 'phone', v.contact, 'email', v.email))
  || case when a.id is null or lower(a.full_name) = lower(v.full_name) then '[]'
    else jsonb_build_array(jsonb_build_object('name', a.full_name, 'phone', a.phone, 'email', a.email)) end`

type OpenRow = Omit<OpenCallback, 'dueAt'> & { dueAt: Date; total: number }

/** Open callbacks, the most urgent first. Contact details are included only for callers who may make the call. */
export async function listOpenCallbacks(
  db: Db,
  { by, reach, most }: { by: string; reach: Reach; most: number },
): Promise<OpenRow[]> {
  if (isEmpty(reach)) return []
  return rowsOf(db)<OpenRow>`
    select c.id, c.task_id, t.name as test, n.name as analyte, c.value, v.full_name as patient, v.reference,
      c.due_at, (select count(*)::int from callback_try r where r.site_id = c.site_id
        and r.task_id = c.task_id and r.analyte_code = c.analyte_code and r.tried_at >= c.opened_at) as tries,
      case when ${mayNow(by, 'release')} then ${contactsOf} end as contacts, count(*) over ()::int as total
    from callback c join task k on k.site_id = c.site_id and k.id = c.task_id
      join test t on t.code = k.test_code
      join analyte n on n.code = c.analyte_code
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
      cross join ${accountTold} left join account a on a.id = told.id and a.status = 'Active'
    where c.told_at is null and ${isWithin(reach)}
    order by c.due_at, c.id limit ${limitRows(most)}`
}

/**
 * Opens a callback, or replaces the value of the open one and its id: a call about the earlier value then finds no callback and
 * counts for nothing. The time by which somebody must be told stays.
 */
export const openCallback = (tx: Db, callback: Insertable<Callback>) =>
  tx
    .insertInto('callback')
    .values(callback)
    .onConflict((open) =>
      open
        .columns(['siteId', 'taskId', 'analyteCode'])
        .where('toldAt', 'is', null)
        .doUpdateSet(({ ref }) => ({ id: ref('excluded.id'), value: ref('excluded.value') }))
        .whereRef('callback.value', '<>', 'excluded.value'),
    )
    .execute()

/** Deletes the open callbacks of a task, except those of these results. */
export const dropCallbacksBut = (tx: Db, task: TaskKey, results: readonly NewResult[]) =>
  tx
    .deleteFrom('callback')
    .where('siteId', '=', task.siteId)
    .where('taskId', '=', task.id)
    .where('toldAt', 'is', null)
    .where('analyteCode', '<>', sql<string>`all(${results.map(({ code }) => code)}::text[])`)
    .execute()

/** The callback that a call was about. */
export type Called = { siteId: string; taskId: string; analyteCode: string; value: string }
const called = ['c.siteId', 'c.taskId', 'c.analyteCode', 'c.value'] as const

/** An open callback, locked until the transaction ends, so that nobody closes it while a try is recorded. */
export const lockOpenCallback = (tx: Db, id: string, { by, reach }: { by: string; reach: Reach }) =>
  tx
    .selectFrom('callback as c')
    .innerJoin('task as k', (join) => join.onRef('k.siteId', '=', 'c.siteId').onRef('k.id', '=', 'c.taskId'))
    .select(called)
    .where('c.siteId', 'in', allSites(tx))
    .where('c.id', '=', id)
    .where('c.toldAt', 'is', null)
    .where(isWithin(reach))
    .where(mayNow(by, 'release'))
    .forUpdate('c')
    .executeTakeFirst()

/** Adds a try. Tries are never changed. */
export const addTry = (tx: Db, about: Called, given: Omit<Insertable<TryRow>, keyof Called>) =>
  tx
    .insertInto('callbackTry')
    .values({ ...about, ...given })
    .execute()

type Told = { toldTo: string; toldBy: string; toldAt: Date; note: string }

/** Closes the callback if it is open, in one statement, and returns it; undefined if it was closed before. */
export const closeCallback = (tx: Db, id: string, reach: Reach, told: Told) =>
  tx
    .updateTable('callback as c')
    .from('task as k')
    .set(told)
    .where('c.siteId', 'in', allSites(tx))
    .where('c.id', '=', id)
    .where('c.toldAt', 'is', null)
    .whereRef('k.siteId', '=', 'c.siteId')
    .whereRef('k.id', '=', 'c.taskId')
    .where(isWithin(reach))
    .where(mayNow(told.toldBy, 'release'))
    .returning(called)
    .executeTakeFirst()
