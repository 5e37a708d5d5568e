import { type RawBuilder, sql } from 'kysely'
import type { Permission } from '#contract/permissions.ts'
import { worksAt } from '#server/modules/access/index.ts'
import { anyRow, type Db, rowsOf } from '#server/platform/database.ts'

type VisitKey = { siteId: string; visitId: string }

/** What the audit trail knows of a visit beside the visit itself: its samples, by number, and its tests' tasks. */
export const partsOfVisit = (db: Db, { siteId, visitId }: VisitKey) =>
  rowsOf(db)<{ kind: string; id: string; name: string }>`
    select 'sample' as kind, s.id::text as id, s.accession as name
    from sample s where s.site_id = ${siteId} and s.visit_id = ${visitId}
    union all
    select 'task', k.id::text, t.name from task k join test t on t.code = k.test_code
    where k.site_id = ${siteId} and k.visit_id = ${visitId}`

/** Whether the laboratory is working on a visit: it has a collected or received sample, or a task that was not withdrawn. */
export const isAtBench = (db: Db, { siteId, visitId }: VisitKey): Promise<boolean> => anyRow(db)`
    select 1 where exists (select from task k where k.site_id = ${siteId} and k.visit_id = ${visitId}
        and k.withdrawn_at is null)
      or exists (select from sample s where s.site_id = ${siteId} and s.visit_id = ${visitId}
        and s.status in ('collected', 'received'))`

/** Checks a permission again in the statement that needs it: it may have been withdrawn since the request was admitted. */
export const mayNow = (accountId: string, permission: Permission) =>
  sql<boolean>`exists (select from account who where who.id = ${accountId} and who.status = 'Active'
    and (who.role = 'admin' or who.role = 'technician' and who.permissions @> array[${permission}::text]))`

const knowsTest = sql`exists (select from test e where e.code = k.test_code and (e.specialty is null or exists (
  select from account_specialty f where f.account_id = a.id and f.specialty = e.specialty)) and sees_test(a.id, e))`

/** Of a task `k`: whether its test is confidential. */
export const isConfidential = sql<boolean>`exists (select from test c where c.code = k.test_code and c.confidential)`

const isCounselled = (
  further: RawBuilder<unknown>,
) => sql<boolean>`(not ${isConfidential} or exists (select from counselling n
  where n.site_id = k.site_id and n.visit_id = k.visit_id and n.test_code = k.test_code and ${further}))`

/** Of a task `k`: whether consent and pre-test counselling are noted, or not needed. */
export const isConsented = isCounselled(sql`true`)

/** Of a task `k`: whether the post-test counselling is noted, or not needed. */
export const isExplained = isCounselled(sql`n.explained_on is not null`)

const worksAtSite = worksAt(sql.ref('k.siteId'))

/** Whether account `a` is an active technician with the specialty and the site of task `k`, who is offered the task. */
export const isOffered = sql<boolean>`(a.status = 'Active' and a.role = 'technician' and ${knowsTest} and ${worksAtSite})`

/** Of an account `a` and a task `k`: whether the account may release the results of the task, and so tell its critical values. */
export const mayTell = sql<boolean>`(a.status = 'Active'
  and (a.role = 'admin' or (a.role = 'technician' and 'release' = any(a.permissions) and ${knowsTest}))
  and ${worksAtSite})`

/** Whether a column has a value. The builder's own conditions are typed as `boolean | number`. */
export const isSet = (column: string) => sql<boolean>`${sql.ref(column)} is not null`

/**
 * Tasks of these sites whose results are not released. Each branch of the union repeats the condition of a partial index word for
 * word, so that the index is used. `only` is a further condition on a task `k`.
 */
export function unreleasedTasks(
  columns: RawBuilder<unknown>,
  { sites, only = sql`true` }: { sites: RawBuilder<unknown>; only?: RawBuilder<unknown> },
) {
  const branch = (condition: RawBuilder<unknown>) =>
    sql`select ${columns} from task k where site_id = ${sites} and ${condition} and ${only}`
  return sql`
    ${branch(sql`status = 'pending' and withdrawn_at is null`)}
    union all ${branch(sql`status = 'in_progress' and withdrawn_at is null`)}
    union all ${branch(sql`status = 'completed' and released_at is null and withdrawn_at is null`)}`
}
