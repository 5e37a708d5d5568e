import { type Insertable, sql } from 'kysely'
import type { CallbackTry, CriticalContact, Flag } from '#contract/results.ts'
import type { Range } from '#server/modules/catalogue/index.ts'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import { limitRows } from '#server/platform/list.ts'
import type { Callback, CallbackTry as TryRow } from '#server/platform/schema.gen.ts'
import { mayNow, mayTell } from '../queries-parts.ts'
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
    .select([
      'c.id',
      'a.name as analyte',
      'a.unit',
      'c.value',
      'c.openedAt',
      'c.dueAt',
      'c.toldTo',
      'c.toldAt',
    ])
    .select([nameOf<string | null>('c.toldBy').as('toldBy'), triesOf.as('tries')])
    .where('c.siteId', '=', task.siteId)
    .where('c.taskId', '=', task.id)
    .orderBy('c.id')
    .execute()

/**
 * Whom to call about a visit `v`: the referrer or facility of the order, the patient by the number of the visit and those on record, and the accounts that open the
 * record. An account that booked and no longer opens the record is not told.
 */
const contactsOf = sql<CriticalContact[]>`(
  select jsonb_agg(jsonb_build_object('name', name, 'phone', phone, 'email', email, 'kind', kind) order by rank, name, phone)
  from (
    select 0 as rank, v.full_name as name, v.contact as phone, v.email, 'patient' as kind
    union all
    select p.position, v.full_name, p.phone, '', 'patient'
    from records_of_person(v.person_id) r join person_phone p on p.person_id = r
    union all
    select -1, concat_ws(', ', q.full_name, f.name), coalesce(nullif(q.phone, ''), f.phone, ''), coalesce(nullif(q.email, ''), f.email, ''),
      'requester'
    from visit_order o left join referrer q on q.id = o.referrer_id
      left join facility f on f.id = coalesce(o.facility_id, q.facility_id)
    where o.site_id = v.site_id and o.visit_id = coalesce(v.recollects, v.id) and coalesce(o.referrer_id, o.facility_id) is not null
    union all
    select 100, * from (
      select distinct on (a.id) a.full_name, a.phone, a.email, k.kind
      from records_of_person(v.person_id) r join account_person k on k.person_id = r
        join account a on a.id = k.account_id and a.status = 'Active'
      order by a.id, k.kind = 'self' desc, k.since) opens
  ) known (rank, name, phone, email, kind))`

export type OpenRow = {
  id: string
  taskId: string
  test: string
  analyte: string
  unit: string
  decimals: number | null
  value: string
  flag: Flag | null
  range: Range | null
  openedAt: Date
  dueAt: Date
  holder: { name: string; isMe: boolean } | null
  tries: CallbackTry[]
  visitId: string
  reference: string
  patient: string
  site: string
  timeZone: string
  contacts: CriticalContact[] | null
  total: number
}

/**
 * Open callbacks, those of a visit together, the most urgent visit first. Contact details are included only for callers who may
 * make the call.
 */
export async function listOpenCallbacks(
  db: Db,
  { by, reach, most }: { by: string; reach: Reach; most: number },
): Promise<OpenRow[]> {
  if (isEmpty(reach)) return []
  return rowsOf(db)<OpenRow>`
    select c.id, c.task_id, t.name as test,
      case when t.confidential then t.name else n.name end as analyte, n.unit, n.decimals, c.value, r.flag, r.range,
      c.opened_at, c.due_at,
      case when coalesce(c.held_by, r.entered_by) is not null then jsonb_build_object(
        'name', coalesce(${nameOf('c.heldBy')}, ${nameOf('r.enteredBy')}),
        'isMe', coalesce(c.held_by, r.entered_by) = ${by}) end as holder, ${triesOf} as tries,
      v.id as visit_id, v.reference, v.full_name as patient, i.name as site, i.time_zone,
      case when ${mayNow(by, 'release')} then ${contactsOf} end as contacts, count(*) over ()::int as total
    from callback c join task k on k.site_id = c.site_id and k.id = c.task_id
      join test t on t.code = k.test_code
      join analyte n on n.code = c.analyte_code
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
      join site i on i.id = c.site_id
      left join result r on r.site_id = c.site_id and r.task_id = c.task_id and r.analyte_code = c.analyte_code
    where c.told_at is null and ${isWithin(reach)}
    order by min(c.due_at) over (partition by v.id), v.id, c.due_at, c.id limit ${limitRows(most)}`
}

/**
 * Opens a callback, or replaces the value of the open one and its id: a call about the earlier value then finds no callback and
 * counts for nothing. The time by which somebody must be told stays. The order of staff begins again, since messages about the
 * earlier value are not sent any more and its holder does not know the new one.
 */
export const openCallback = (tx: Db, callback: Insertable<Callback>) =>
  tx
    .insertInto('callback')
    .values(callback)
    .onConflict((open) =>
      open
        .columns(['siteId', 'taskId', 'analyteCode'])
        .where('toldAt', 'is', null)
        .doUpdateSet(({ ref }) => ({
          ...{ id: ref('excluded.id'), value: ref('excluded.value') },
          ...{ step: 0, heldBy: null, heldSince: null },
        }))
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

/** What names the callback that a call was about. */
const called = ['c.siteId', 'c.taskId', 'c.analyteCode', 'c.value'] as const

/**
 * Those of these callbacks that are open, locked until the transaction ends, so that nobody closes them meanwhile. In the order
 * of their ids, so that two calls about the same values cannot deadlock.
 */
export const lockOpenCallbacks = (
  tx: Db,
  ids: readonly string[],
  { by, reach }: { by: string; reach: Reach },
) =>
  tx
    .selectFrom('callback as c')
    .innerJoin('task as k', (join) => join.onRef('k.siteId', '=', 'c.siteId').onRef('k.id', '=', 'c.taskId'))
    .select([...called, 'k.visitId'])
    .where('c.siteId', 'in', allSites(tx))
    .where('c.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('c.toldAt', 'is', null)
    .where(isWithin(reach))
    .where(mayNow(by, 'release'))
    .orderBy('c.id')
    .forUpdate('c')
    .execute()

/** Adds tries, which are never changed: the same call for each of the values that it was about. */
export const addTries = (tx: Db, tries: readonly Insertable<TryRow>[]) =>
  tx.insertInto('callbackTry').values(tries).execute()

type Told = { toldTo: string; toldBy: string; toldAt: Date; note: string }

/** Closes callbacks. Only after `lockOpenCallbacks`. */
export const closeCallbacks = (tx: Db, ids: readonly string[], told: Told) =>
  tx
    .updateTable('callback')
    .set(told)
    .where('siteId', 'in', allSites(tx))
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .where('toldAt', 'is', null)
    .execute()

/** Of a callback `c` and its task `k`: when the present holder's time is over; at once if the holder may not tell it any more. */
export const turnEnds = sql<Date>`(case when c.step = 0 then c.due_at
  when exists (select from account a where a.id = c.held_by and ${mayTell})
    then c.held_since + (select make_interval(mins => callback_step_minutes) from laboratory)
  else c.held_since end)`

/** The key of the message that gives a callback to an account. The message is also the record that the account was asked. */
export const passKey = ({ id, accountId }: Pick<DuePassing, 'id' | 'accountId'>) =>
  `callback_passed:${id}:${accountId}`

/**
 * Of a callback `c` and its task `k`: the first member of staff in the order who may tell it and has not had it yet, as `next`. Not
 * decided by the position of the holder: after a change of the order, that would skip people or ask them twice.
 */
export const nextHolder = sql`(
  select o.position, a.id as account_id, a.full_name, a.email
  from callback_order o join account a on a.id = o.account_id
  where ${mayTell} and a.id is distinct from c.held_by
    and a.id is distinct from (select r.entered_by from result r
      where r.site_id = c.site_id and r.task_id = c.task_id and r.analyte_code = c.analyte_code)
    and not exists (select from outbox p where p.message_key = 'callback_passed:' || c.id || ':' || a.id)
  order by o.position limit 1)`

export type DuePassing = {
  siteId: string
  id: string
  taskId: string
  heldBy: string | null
  position: number
  accountId: string
  fullName: string
  email: string
  site: string
  reference: string
}

/** Open callbacks whose holder's time is over, with the next in the order. */
export const listToPassOn = (db: Db, now: Date, most: number): Promise<DuePassing[]> =>
  rowsOf(db)`
    select c.site_id, c.id, c.task_id, c.held_by, next.*, s.name as site, v.reference
    from site s join callback c on c.site_id = s.id
      join task k on k.site_id = c.site_id and k.id = c.task_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
      cross join lateral ${nextHolder} next
    where c.told_at is null and c.due_at <= ${now}::timestamptz and ${turnEnds} <= ${now}::timestamptz
    order by c.due_at, c.id
    limit ${most}::int`

/** Gives a callback to the next holder. False if it was reported or corrected meanwhile, or another process was faster. */
export const passOn = (tx: Db, { siteId, id, heldBy, position, accountId }: DuePassing, now: Date) =>
  wroteRow(
    tx
      .updateTable('callback')
      .set({ step: position, heldBy: accountId, heldSince: now })
      .where((callback) => callback.and({ siteId, id }))
      .where('heldBy', 'is not distinct from', heldBy)
      .where('toldAt', 'is', null),
  )
