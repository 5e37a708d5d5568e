import { sql } from 'kysely'
import type { OpenCallback, tryOutcomes } from '#contract/results.ts'
import { accountTold } from '#server/modules/people/index.ts'
import type { Db } from '#server/platform/database.ts'
import { limitRows } from '#server/platform/list.ts'
import { mayNow } from '../queries-parts.ts'
import { alsoWithin, isEmpty, type Reach, type TaskRow } from '../tasks/queries-tasks.ts'

/** Statements on callbacks: critical values that must be reported by phone, and each call about them. */

export type CallbackTry = {
  id: string
  called: string
  way: string
  outcome: (typeof tryOutcomes)[number]
  note: string
  /** ISO 8601. */
  at: string
  by: string
  otherValue: string | null
}

export type Callback = {
  id: string
  analyte: string
  value: string
  openedAt: Date
  dueAt: Date
  toldTo: string | null
  toldAt: Date | null
  toldBy: string | null
  tries: CallbackTry[]
}

/** Tries since the callback was opened: those of an earlier or later callback of the same analyte are not counted. */
const triesOf = sql`array(select jsonb_build_object('id', r.id, 'called', r.called, 'way', r.way, 'outcome', r.outcome,
    'note', r.note, 'at', to_char(r.tried_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'by', (select full_name from account where id = r.tried_by), 'otherValue', nullif(r.value, c.value))
  from callback_try r
  where r.site_id = c.site_id and r.task_id = c.task_id and r.analyte_code = c.analyte_code
    and r.tried_at >= c.opened_at and (c.told_at is null or r.tried_at <= c.told_at)
  order by r.id)`

export async function callbacksOf(db: Db, task: Pick<TaskRow, 'siteId' | 'id'>): Promise<Callback[]> {
  const { rows } = await sql<Callback>`
    select c.id, a.name as analyte, c.value, c.opened_at as "openedAt", c.due_at as "dueAt", c.told_to as "toldTo",
      c.told_at as "toldAt", (select full_name from account where id = c.told_by) as "toldBy",
      ${triesOf} as tries
    from callback c join analyte a on a.code = c.analyte_code
    where c.site_id = ${task.siteId} and c.task_id = ${task.id} order by c.id`.execute(db)
  return rows
}

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
  const { rows } = await sql<OpenRow>`
    select c.id, c.task_id as "taskId", t.name as test, n.name as analyte, c.value, v.full_name as patient, v.reference,
      c.due_at as "dueAt", (select count(*)::int from callback_try r where r.site_id = c.site_id
        and r.task_id = c.task_id and r.analyte_code = c.analyte_code and r.tried_at >= c.opened_at) as tries,
      case when ${mayNow(by, 'release')} then ${contactsOf} end as contacts, count(*) over ()::int as total
    from callback c join task k on k.site_id = c.site_id and k.id = c.task_id
      join test t on t.code = k.test_code
      join analyte n on n.code = c.analyte_code
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
      cross join ${accountTold} left join account a on a.id = told.id and a.status = 'Active'
    where c.told_at is null ${alsoWithin(reach)}
    order by c.due_at, c.id limit ${limitRows(most)}`.execute(db)
  return rows
}

/**
 * One for each value: a call about the value before, noted when another has been saved, finds no callback and tells
 * nobody of this one. By when somebody must be told stays as it was.
 */
export async function openCallback(
  tx: Db,
  callback: {
    siteId: string
    id: string
    taskId: string
    code: string
    value: string
    now: Date
    dueAt: Date
  },
): Promise<void> {
  await sql`
    insert into callback (site_id, id, task_id, analyte_code, value, opened_at, due_at)
    values (${callback.siteId}, ${callback.id}, ${callback.taskId}, ${callback.code}, ${callback.value}, ${callback.now}, ${callback.dueAt})
    on conflict (site_id, task_id, analyte_code) where told_at is null do update set id = excluded.id, value = excluded.value
      where callback.value <> excluded.value`.execute(tx)
}

/** Open callbacks of values that were corrected away before anyone was told. */
export async function dropCallbacksBut(
  tx: Db,
  task: Pick<TaskRow, 'siteId' | 'id'>,
  codes: readonly string[],
): Promise<void> {
  await sql`
    delete from callback where site_id = ${task.siteId} and task_id = ${task.id} and told_at is null
      and analyte_code <> all(${[...codes]}::text[])`.execute(tx)
}

/** The callback that a call was about. */
export type Called = { siteId: string; taskId: string; code: string; value: string }
const called = sql`c.site_id as "siteId", c.task_id as "taskId", c.analyte_code as code, c.value`

/** An open callback, locked until the transaction ends, so that nobody closes it while a try is recorded. */
export async function lockOpenCallback(
  tx: Db,
  id: string,
  { by, reach }: { by: string; reach: Reach },
): Promise<Called | null> {
  const { rows } = await sql<Called>`
    select ${called} from callback c join task k on k.site_id = c.site_id and k.id = c.task_id
    where c.site_id in (select id from site) and c.id = ${id} and c.told_at is null
      ${alsoWithin(reach)} and ${mayNow(by, 'release')}
    for update of c`.execute(tx)
  return rows[0] ?? null
}

/** Adds a try. Tries are never changed. */
export async function addTry(
  tx: Db,
  about: Called,
  one: Pick<CallbackTry, 'id' | 'called' | 'way' | 'outcome' | 'note' | 'by'> & { now: Date },
): Promise<void> {
  await sql`
    insert into callback_try (site_id, id, task_id, analyte_code, value, called, way, outcome, note, tried_at, tried_by)
    values (${about.siteId}, ${one.id}, ${about.taskId}, ${about.code}, ${about.value}, ${one.called}, ${one.way},
      ${one.outcome}, ${one.note}, ${one.now}, ${one.by})`.execute(tx)
}

/** Closes the callback if it is open, in one statement, and returns it; undefined if it was closed before. */
export async function closeCallback(
  tx: Db,
  id: string,
  told: { to: string; by: string; now: Date; note: string; reach: Reach },
): Promise<Called | null> {
  const { rows } = await sql<Called>`
    update callback c set told_to = ${told.to}, told_by = ${told.by}, told_at = ${told.now}, note = ${told.note}
    from task k
    where c.site_id in (select id from site) and c.id = ${id} and c.told_at is null
      and k.site_id = c.site_id and k.id = c.task_id
      ${alsoWithin(told.reach)} and ${mayNow(told.by, 'release')}
    returning ${called}`.execute(tx)
  return rows[0] ?? null
}
