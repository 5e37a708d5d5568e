import { type Insertable, sql } from 'kysely'
import type { Dhis2Outcome } from '#contract/dhis2-states.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { NotifiableRule } from '#server/platform/schema.gen.ts'

/** Statements on notifiable results, and on where notices are sent. */

type Named = { code: string; name: string }
export type RuleRow = {
  id: string
  disease: string
  organism: Named | null
  test: Named | null
  analyte: Named | null
  options: string[]
  outcome: Dhis2Outcome
  values: string[]
  isInUse: boolean
}

/** The rules in use, and ended ones with these ids. */
export const readRules = (db: Db, ended: readonly string[] = []): Promise<RuleRow[]> =>
  rowsOf(db)`
    select r.id, r.disease, r.outcome, r.outcome_values as values, r.ended_at is null as is_in_use, coalesce(a.options, '{}') as options,
      case when o.code is not null then jsonb_build_object('code', o.code, 'name', o.name) end as organism,
      case when t.code is not null then jsonb_build_object('code', t.code, 'name', t.name) end as test,
      case when a.code is not null then jsonb_build_object('code', a.code, 'name', a.name) end as analyte
    from notifiable_rule r left join organism o on o.code = r.organism_code left join test t on t.code = r.test_code
      left join analyte a on a.code = r.analyte_code
    where r.ended_at is null or r.id = any(${[...ended]}::uuid[]) order by r.disease, r.id`

export const insertRule = (tx: Db, rule: Insertable<NotifiableRule>) =>
  tx.insertInto('notifiableRule').values(rule).execute()

/** Returns false if there is no such rule in use. */
export const writeRuleEnd = (tx: Db, id: string, end: { endedAt: Date; endedBy: string }): Promise<boolean> =>
  wroteRow(tx.updateTable('notifiableRule').set(end).where('id', '=', id).where('endedAt', 'is', null))

export const readOrganisms = (db: Db): Promise<Named[]> =>
  rowsOf(db)`select code, name from organism where ended_at is null order by lower(name)`

export type NotifiableTest = Named & { analytes: (Named & { options: string[] })[] }

/** The tests that can be notifiable, with their analytes. */
export const readOpenTests = (db: Db): Promise<NotifiableTest[]> =>
  rowsOf(db)`
    select t.code, t.name, coalesce((
      select jsonb_agg(jsonb_build_object('code', a.code, 'name', a.name, 'options', a.options) order by p.position)
      from test_analyte p join analyte a on a.code = p.analyte_code where p.test_code = t.code and p.version = t.panel_version), '[]') as analytes
    from test t where not t.confidential order by lower(t.name), t.code`

export type ReceiverRow = { address: string; secret: string; version: number }

export const findReceiver = (db: Db): Promise<ReceiverRow | null> =>
  rowOf(db)`select address, secret, version from case_receiver`

/** Returns false if it has changed since `version`; 0: there was none. */
export const writeReceiver = (
  tx: Db,
  version: number,
  { address, secret }: { address: string; secret: string },
): Promise<boolean> =>
  wroteRow(
    version === 0
      ? tx
          .insertInto('caseReceiver')
          .values({ address, secret })
          .onConflict((conflict) => conflict.doNothing())
      : tx
          .updateTable('caseReceiver')
          .set({ address, secret, version: sql<number>`version + 1` })
          .where('version', '=', version),
  )
