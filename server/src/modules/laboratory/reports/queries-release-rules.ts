import { type Insertable, sql } from 'kysely'
import type { ResponseInput } from '#contract/endpoint.ts'
import type { releaseRules } from '#contract/release.ts'
import type { Range } from '#server/modules/catalogue/index.ts'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import { limitRows } from '#server/platform/list.ts'
import type { ReleaseRule } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import { isSet } from '../queries-parts.ts'
import { isReferred } from '../referrals/queries-parts.ts'
import type { TaskKey } from '../tasks/queries-tasks.ts'
import { isMeasuredOutOfUse } from './queries-out-of-use.ts'
import { openCallbacks } from './queries-release.ts'
import type { Limits } from './release-rule.ts'

/** Statements on the rules that release results in place of a person. */

const ruleInForce = (db: Db, testCode: string) =>
  db
    .selectFrom('releaseRule')
    .select(['version', 'name'])
    .select((column) => column.ref('limits').$castTo<Limits>().as('limits'))
    .where('testCode', '=', testCode)
    .where('turnedOffAt', 'is', null)

/** The rule of a test, locked until the transaction ends: whoever turns it off waits, and nothing is released after that. */
export const holdRule = (tx: Db, testCode: string) => ruleInForce(tx, testCode).forShare().executeTakeFirst()

export const readRule = (db: Db, testCode: string) => ruleInForce(db, testCode).executeTakeFirst()

export type RuleInForce = NonNullable<Awaited<ReturnType<typeof readRule>>>

/** Facts about a task that is completed and not released, whose row is locked; undefined if it is not. */
export const lockToRelease = (tx: Db, task: TaskKey) =>
  tx
    .selectFrom('task as k')
    .innerJoin('sample as s', (join) =>
      join.onRef('s.siteId', '=', 'k.siteId').onRef('s.id', '=', 'k.sampleId'),
    )
    .select([
      's.status as sampleStatus',
      's.prepared',
      isSet('s.replaces').as('inPlaceOfRejected'),
      sql<boolean>`(k.correction_reason is not null or k.retracted_at is not null)`.as('corrected'),
      sql<boolean>`k.comment <> ''`.as('commented'),
      isReferred.as('referred'),
      openCallbacks.as('openCallbacks'),
      isMeasuredOutOfUse.as('outOfUse'),
    ])
    .where('k.siteId', '=', task.siteId)
    .where('k.id', '=', task.id)
    .where('k.status', '=', 'completed')
    .where('k.releasedAt', 'is', null)
    .where('k.withdrawnAt', 'is', null)
    .forUpdate('k')
    .executeTakeFirst()

/** Results with the interval that each was judged by. */
export const judgedResults = (db: Db, task: TaskKey) =>
  db
    .selectFrom('result as r')
    .leftJoin('intervalVersion as i', (join) =>
      join.onRef('i.analyteCode', '=', 'r.analyteCode').onRef('i.version', '=', 'r.intervalVersion'),
    )
    .select(({ fn, ref, val }) => [
      'r.analyteCode as code',
      'r.number',
      'r.flag',
      'r.delta',
      ref('r.range').$castTo<Range | null>().as('range'),
      isSet('i.normalOptions').as('hasNormal'),
      fn.coalesce('i.verified', val(false)).as('confirmed'),
    ])
    .where('r.siteId', '=', task.siteId)
    .where('r.taskId', '=', task.id)
    .execute()

/** Why the rule left the task to a person; null if it did not. */
export const noteRefusal = (tx: Db, { siteId, id }: TaskKey, why: string | null) =>
  tx
    .updateTable('task')
    .set({ ruleRefusal: why })
    .where((task) => task.and({ siteId, id }))
    .where('ruleRefusal', 'is distinct from', why)
    .execute()

export const listRuleVersions = (db: Db) =>
  db
    .selectFrom('releaseRule as r')
    .innerJoin('account as a', 'a.id', 'r.turnedOnBy')
    .leftJoin('account as b', 'b.id', 'r.turnedOffBy')
    .select(['r.testCode', 'r.version', 'r.reason', 'r.turnedOnAt', 'r.turnedOffAt', 'r.offReason'])
    .select(['a.fullName as turnedOnBy', 'b.fullName as turnedOffBy'])
    .select((column) => column.ref('r.limits').$castTo<Limits>().as('limits'))
    .orderBy('r.testCode')
    .orderBy('r.version', 'desc')
    .execute()

export type RuledTest = {
  code: string
  name: string
  analytes: ResponseInput<typeof releaseRules>[number]['analytes']
}

/** Tests that a rule may release: not confidential and with analytes, with whether the interval of each in force is confirmed; one of them, or all. */
export const listRuledTests = (db: Db, now: Date, testCode: string | null): Promise<RuledTest[]> =>
  rowsOf(db)<RuledTest>`
    select t.code, t.name, jsonb_agg(jsonb_build_object('code', a.code, 'name', a.name, 'unit', a.unit,
      'quantity', a.kind = 'quantity', 'confirmed', coalesce(i.verified, false)) order by p.position) as analytes
    from test t join test_analyte p on p.test_code = t.code and p.version = t.panel_version
    join analyte a on a.code = p.analyte_code
    left join lateral (select verified from interval_version v where v.analyte_code = a.code and v.valid_from <= ${now}
      order by v.version desc limit 1) i on true
    where not t.confidential ${testCode === null ? sql`` : sql`and t.code = ${testCode}`}
    group by t.code, t.name, t.position order by t.position`

/** Turns the rule of a test off. Returns false if none was in force. */
export const closeRule = (
  tx: Db,
  testCode: string,
  off: { turnedOffBy: string; turnedOffAt: Date; offReason: string },
): Promise<boolean> =>
  wroteRow(
    tx.updateTable('releaseRule').set(off).where('testCode', '=', testCode).where('turnedOffAt', 'is', null),
  )

type NewRule = Omit<Insertable<ReleaseRule>, 'version' | 'limits'> & { limits: Limits }

/** Puts the next version of a rule in force and returns it; undefined if somebody else put one in force at the same time. */
export const addRule = (tx: Db, rule: NewRule) =>
  tx
    .insertInto('releaseRule')
    .values(({ selectFrom }) => ({
      ...rule,
      limits: JSON.stringify(rule.limits),
      version: selectFrom('releaseRule')
        .select(sql<number>`coalesce(max(version), 0) + 1`.as('next'))
        .where('testCode', '=', rule.testCode),
    }))
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()

/** The latest completed tasks that a rule left to a person. */
export const listHeldBack = (db: Db, sites: Sites, limit: number) =>
  db
    .selectFrom('task as k')
    .innerJoin('test as t', 't.code', 'k.testCode')
    .innerJoin('sample as s', (join) =>
      join.onRef('s.siteId', '=', 'k.siteId').onRef('s.id', '=', 'k.sampleId'),
    )
    .select(({ ref }) => [
      'k.id',
      't.name as title',
      's.accession',
      ref('k.completedAt').$notNull().as('completedAt'),
      ref('k.ruleRefusal').$notNull().as('why'),
      isSet('k.releasedAt').as('released'),
    ])
    .where('k.ruleRefusal', 'is not', null)
    .where('k.withdrawnAt', 'is', null)
    .where('k.completedAt', 'is not', null)
    .where(isAtSites('k.siteId', sites))
    .orderBy('k.completedAt', 'desc')
    .orderBy('k.id', 'desc')
    .limit(limitRows(limit))
    .execute()
