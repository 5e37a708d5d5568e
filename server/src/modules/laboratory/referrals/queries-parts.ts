import { sql } from 'kysely'
import type { TransportState } from '#contract/transport.ts'
import { anyRow, type Db } from '#server/platform/database.ts'

/** Parts of statements on the referral of a task `k`, and the statements on referrals that other folders run. */

export type TaskReferral = {
  laboratoryId: string
  laboratory: string
  transport: TransportState
  sentAt: string | null
  dueAt: string | null
  returnedAt: string | null
}

const ofTask = sql`referral f where f.site_id = k.site_id and f.task_id = k.id`

export const referralOfTask = sql<TaskReferral | null>`(
  select jsonb_build_object('laboratoryId', l.id, 'laboratory', l.name, 'transport', f.transport, 'sentAt', f.sent_at,
    'dueAt', f.due_at, 'returnedAt', f.returned_at)
  from referral f join referral_laboratory l on l.id = f.laboratory_id where f.site_id = k.site_id and f.task_id = k.id)`

export const isReferred = sql<boolean>`exists (select from ${ofTask})`

/** Condition: the task is not referred, or its box was handed over. */
export const isHereOrSent = sql<boolean>`not exists (select from ${ofTask} and f.sent_at is null)`

/** The name of the referral laboratory in reports; empty: the task is done here. */
export const referredTo = sql<string>`coalesce((
  select l.name from referral f join referral_laboratory l on l.id = f.laboratory_id
  where f.site_id = k.site_id and f.task_id = k.id), '')`

/** A column of test `t` that describes how it is done; empty if the test is referred for this order only. */
export const asUsuallyDone = (column: string) => sql<string>`case
  when exists (select from ${ofTask} and not exists (
    select from referral_test u where u.test_code = k.test_code and u.laboratory_id = f.laboratory_id)) then ''
  else ${sql.ref(column)} end`

/** Part of `hasResults`: the report of the referral laboratory is attached to ours. */
export const hasTheirReport = sql<boolean>`exists (select from ${ofTask} and f.returned_at is not null)
  and exists (select from task_attachment x where x.site_id = k.site_id and x.task_id = k.id and x.in_report and x.removed_at is null)`

/** The accounts that entered the report of task `k`: that of the first entry, and those that attached files of our report. */
export const reportersOfTask = sql<string[]>`array(
  select f.returned_by from ${ofTask} and f.returned_by is not null
  union select x.added_by from task_attachment x where x.site_id = k.site_id and x.task_id = k.id and x.in_report
    and x.removed_at is null and ${isReferred})`

/** Whether a person entered or measured results of task `k`, or entered the report of its referral laboratory. See `hasResults` for its form. */
export const isEnteredBy = (person: string | null) => sql<boolean>`(
  (select true from result r where r.site_id = k.site_id and r.task_id = k.id and r.entered_by = ${person} limit 1) is true
  or (k.measured_by = ${person}::uuid) is true
  or ${person}::uuid = any(${reportersOfTask}))`

/** The account that entered the report of task `k`; null: it is not referred, or its report is not entered. */
export const whoReturned = sql<string | null>`(
  select a.full_name from referral f join account a on a.id = f.returned_by where f.site_id = k.site_id and f.task_id = k.id)`

/** Refers new tasks whose tests are set up for another laboratory. */
export const referNewTasks = (tx: Db, ids: readonly string[]) =>
  sql`insert into referral (site_id, task_id, laboratory_id, transport, days)
    select k.site_id, k.id, u.laboratory_id, u.transport, u.days
    from task k join referral_test u on u.test_code = k.test_code join referral_laboratory l on l.id = u.laboratory_id
    where k.site_id in (select id from site) and k.id = any(${[...ids]}::uuid[]) and l.ended_at is null`.execute(
    tx,
  )

/** Records that the report of a sent task is entered. False if the task is not referred or its report is already entered. */
export const setReturned = (
  tx: Db,
  { siteId, id }: { siteId: string; id: string },
  { by, now }: { by: string; now: Date },
): Promise<boolean> =>
  anyRow(tx)`update referral set returned_at = ${now}, returned_by = ${by}
    where site_id = ${siteId} and task_id = ${id} and sent_at is not null and returned_at is null returning 1`
