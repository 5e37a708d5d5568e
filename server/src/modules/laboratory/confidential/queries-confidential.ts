import { type Insertable, sql } from 'kysely'
import type { Consent } from '#contract/rapid-tests.ts'
import { anyRow, type Db, wroteRow } from '#server/platform/database.ts'
import type { InvalidRapidTest, RapidTesting } from '#server/platform/schema.gen.ts'
import { isExplained } from '../queries-parts.ts'
import { isReferred } from '../referrals/queries-parts.ts'
import { nameOf } from '../samples/queries-samples.ts'
import type { TaskKey, TaskRow } from '../tasks/queries-tasks.ts'

/** Statements on consent, counselling and rapid tests of confidential tests. */

type Visited = Pick<TaskRow, 'siteId' | 'visitId' | 'testCode'>

/** Of a task `k`: whether its result is the conclusion of its rapid tests. True for tasks without rapid tests. */
export const isConcluded = sql<boolean>`(${isReferred}
  or not exists (select from test c where c.code = k.test_code and c.rapid_tests is not null)
  or exists (select from rapid_testing p join result r on r.site_id = p.site_id and r.task_id = p.task_id and r.text = p.conclusion
    where p.site_id = k.site_id and p.task_id = k.id))`

export const isExplainedTo = (db: Db, { siteId, id }: TaskKey): Promise<boolean> =>
  anyRow(db)`select 1 from task k where k.site_id = ${siteId} and k.id = ${id} and ${isExplained}`

export const readCounselling = (db: Db, { siteId, visitId, testCode }: Visited) =>
  db
    .selectFrom('counselling')
    .select(['consent', 'counselledOn', 'counselledBy', 'explainedOn', 'explainedBy'])
    .select([
      nameOf<string>('notedBy').as('notedBy'),
      nameOf<string | null>('explainedNotedBy').as('explainedNotedBy'),
    ])
    .where((row) => row.and({ siteId, visitId, testCode }))
    .executeTakeFirst()

type Noted = { on: string; by: string; notedBy: string; now: Date }

/** Inserts or replaces the consent and the pre-test counselling. Returns false if the results are released. */
export const writeConsent = (
  tx: Db,
  task: Visited & TaskKey,
  consent: Consent,
  { on, by, notedBy, now }: Noted,
) =>
  anyRow(tx)`
    insert into counselling as n (site_id, visit_id, test_code, consent, counselled_on, counselled_by, noted_by, noted_at)
    select k.site_id, k.visit_id, k.test_code, ${consent}, ${on}::date, ${by}, ${notedBy}, ${now} from task k
    where k.site_id = ${task.siteId} and k.id = ${task.id} and k.withdrawn_at is null and k.released_at is null
    on conflict (site_id, visit_id, test_code) do update set consent = excluded.consent,
      counselled_on = excluded.counselled_on, counselled_by = excluded.counselled_by, noted_by = excluded.noted_by,
      noted_at = excluded.noted_at
    returning 1`

/** Notes the post-test counselling. Returns false if no results wait for release, or if there is no consent. */
export const writeExplained = (tx: Db, task: TaskKey, { on, by, notedBy, now }: Noted): Promise<boolean> =>
  anyRow(tx)`
    update counselling n set explained_on = ${on}::date, explained_by = ${by}, explained_noted_by = ${notedBy},
      explained_noted_at = ${now}
    from task k where k.site_id = ${task.siteId} and k.id = ${task.id} and k.withdrawn_at is null
      and k.status = 'completed' and k.released_at is null
      and n.site_id = k.site_id and n.visit_id = k.visit_id and n.test_code = k.test_code
    returning 1`

export const readRapid = (db: Db, { siteId, id: taskId }: TaskKey) =>
  db
    .selectFrom('rapidTesting')
    .selectAll()
    .where((row) => row.and({ siteId, taskId }))
    .executeTakeFirst()

/** Replaces the rapid tests of a task. The database refuses an order that does not follow the algorithm, and expired kits. */
export async function writeRapid(tx: Db, row: Insertable<RapidTesting>): Promise<void> {
  await forgetRapid(tx, { siteId: row.siteId, id: row.taskId })
  await tx.insertInto('rapidTesting').values(row).execute()
}

export const forgetRapid = (tx: Db, { siteId, id: taskId }: TaskKey): Promise<boolean> =>
  wroteRow(tx.deleteFrom('rapidTesting').where((row) => row.and({ siteId, taskId })))

/** The invalid rapid tests of a task, oldest first. */
export const readInvalid = (db: Db, { siteId, id: taskId }: TaskKey) =>
  db
    .selectFrom('invalidRapidTest')
    .select(['id', 'kit', 'lot', 'expiresOn', 'stockLot', 'readAt as at'])
    .select(nameOf<string>('readBy').as('by'))
    .where((row) => row.and({ siteId, taskId }))
    .orderBy('id')
    .execute()

export const insertInvalid = (tx: Db, row: Insertable<InvalidRapidTest>) =>
  tx.insertInto('invalidRapidTest').values(row).execute()
