import { sql } from 'kysely'
import type { Flag } from '#contract/results.ts'
import type { Range } from '#server/modules/catalogue/index.ts'
import type { Db } from '#server/platform/database.ts'
import { limitRows } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import type { TaskRow } from '../tasks/queries-tasks.ts'
import type { Limits } from './release-rule.ts'

/** Statements on the rules that release results in place of a person. */

export type RuleInForce = { version: number; name: string; limits: Limits }

/** The rule of a test, held until the transaction ends: whoever turns it off waits, and nothing is released after. */
export async function holdRule(tx: Db, testCode: string): Promise<RuleInForce | null> {
  const { rows } = await sql<RuleInForce>`
    select version, name, limits from release_rule where test_code = ${testCode} and turned_off_at is null
    for share`.execute(tx)
  return rows[0] ?? null
}

export async function hasRule(db: Db, testCode: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from release_rule where test_code = ${testCode} and turned_off_at is null`.execute(db)
  return rows.length > 0
}

export type ToRelease = {
  sampleStatus: string
  prepared: string
  inPlaceOfRejected: boolean
  corrected: boolean
  openCallbacks: number
}

/** What is known of a task that is done and not released, its row held; null when it is not. */
export async function lockToRelease(tx: Db, task: Pick<TaskRow, 'siteId' | 'id'>): Promise<ToRelease | null> {
  const { rows } = await sql<ToRelease>`
    select s.status as "sampleStatus", s.prepared, s.replaces is not null as "inPlaceOfRejected",
      k.correction_reason is not null or k.retracted_at is not null as corrected,
      (select count(*) from callback c where c.site_id = k.site_id and c.task_id = k.id and c.told_at is null) as "openCallbacks"
    from task k join sample s on s.site_id = k.site_id and s.id = k.sample_id
    where k.site_id = ${task.siteId} and k.id = ${task.id} and k.status = 'completed' and k.released_at is null
      and k.withdrawn_at is null
    for update of k`.execute(tx)
  return rows[0] ?? null
}

export type JudgedResult = {
  code: string
  number: number | null
  flag: Flag
  delta: boolean
  range: Range | null
  hasNormal: boolean
  confirmed: boolean
}

/** Results with the interval that each was judged by. */
export async function judgedResults(db: Db, task: Pick<TaskRow, 'siteId' | 'id'>): Promise<JudgedResult[]> {
  const { rows } = await sql<JudgedResult>`
    select r.analyte_code as code, r.number, r.flag, r.delta, r.range, i.normal_options is not null as "hasNormal",
      coalesce(i.verified, false) as confirmed
    from result r left join interval_version i on i.analyte_code = r.analyte_code and i.version = r.interval_version
    where r.site_id = ${task.siteId} and r.task_id = ${task.id}`.execute(db)
  return rows
}

/** Why the rule left it to a person; null once it did not. */
export async function noteRefusal(
  tx: Db,
  task: Pick<TaskRow, 'siteId' | 'id'>,
  why: string | null,
): Promise<void> {
  await sql`
    update task set rule_refusal = ${why} where site_id = ${task.siteId} and id = ${task.id}
      and rule_refusal is distinct from ${why}`.execute(tx)
}

export type RuleVersionRow = {
  testCode: string
  version: number
  name: string
  limits: Record<string, { low: number | null; high: number | null }>
  reason: string
  turnedOnBy: string
  turnedOnAt: Date
  turnedOffBy: string | null
  turnedOffAt: Date | null
  offReason: string | null
}

export async function listRuleVersions(db: Db): Promise<RuleVersionRow[]> {
  const { rows } = await sql<RuleVersionRow>`
    select r.test_code as "testCode", r.version, r.name, r.limits, r.reason, a.full_name as "turnedOnBy",
      r.turned_on_at as "turnedOnAt", b.full_name as "turnedOffBy", r.turned_off_at as "turnedOffAt",
      r.off_reason as "offReason"
    from release_rule r join account a on a.id = r.turned_on_by left join account b on b.id = r.turned_off_by
    order by r.test_code, r.version desc`.execute(db)
  return rows
}

export type RuledTest = {
  code: string
  name: string
  analytes: { code: string; name: string; unit: string; quantity: boolean; confirmed: boolean }[]
}

/** Tests that have analytes, with whether the interval of each in force is confirmed; one of them, or all. */
export async function listRuledTests(db: Db, now: Date, testCode: string | null): Promise<RuledTest[]> {
  const { rows } = await sql<RuledTest>`
    select t.code, t.name, jsonb_agg(jsonb_build_object('code', a.code, 'name', a.name, 'unit', a.unit,
      'quantity', a.kind = 'quantity', 'confirmed', coalesce(i.verified, false)) order by p.position) as analytes
    from test t join test_analyte p on p.test_code = t.code and p.version = t.panel_version
    join analyte a on a.code = p.analyte_code
    left join lateral (select verified from interval_version v where v.analyte_code = a.code and v.valid_from <= ${now}
      order by v.version desc limit 1) i on true
    ${testCode === null ? sql`` : sql`where t.code = ${testCode}`}
    group by t.code, t.name, t.position order by t.position`.execute(db)
  return rows
}

/** True when a rule was in force and this call closed it. */
export async function closeRule(
  tx: Db,
  testCode: string,
  off: { by: string; now: Date; reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    update release_rule set turned_off_by = ${off.by}, turned_off_at = ${off.now}, off_reason = ${off.reason}
    where test_code = ${testCode} and turned_off_at is null returning 1`.execute(tx)
  return rows.length > 0
}

/** The version that this call put in force; null when somebody put one in force in the same moment. */
export async function addRule(
  tx: Db,
  rule: { testCode: string; name: string; limits: Limits; reason: string; by: string; now: Date },
): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    insert into release_rule (test_code, version, name, limits, reason, turned_on_by, turned_on_at)
    select ${rule.testCode}::text, coalesce(max(version), 0) + 1, ${rule.name}::text, ${JSON.stringify(rule.limits)}::jsonb,
      ${rule.reason}::text, ${rule.by}::uuid, ${rule.now}::timestamptz
    from release_rule where test_code = ${rule.testCode}
    on conflict do nothing
    returning version`.execute(tx)
  return rows[0]?.version ?? null
}

export type HeldBack = {
  id: string
  title: string
  accession: string
  completedAt: Date
  why: string
  released: boolean
}

export async function listHeldBack(db: Db, sites: Sites, limit: number): Promise<HeldBack[]> {
  const { rows } = await sql<HeldBack>`
    select k.id, t.name as title, s.accession, k.completed_at as "completedAt", k.rule_refusal as why,
      k.released_at is not null as released
    from task k join test t on t.code = k.test_code join sample s on s.site_id = k.site_id and s.id = k.sample_id
    where k.rule_refusal is not null and k.withdrawn_at is null and k.completed_at is not null
      ${atSites('k.site_id', sites)}
    order by k.completed_at desc, k.id desc limit ${limitRows(limit)}`.execute(db)
  return rows
}
