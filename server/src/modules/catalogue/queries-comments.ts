import { sql } from 'kysely'
import type { CommentText, Interpretation } from '#contract/comments.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'

/** Statements on the laboratory's list of comments and its interpretive texts. */

export const readCommentTexts = (db: Db): Promise<CommentText[]> =>
  rowsOf(db)`
    select c.id, c.text, case when t.code is not null then jsonb_build_object('code', t.code, 'name', t.catalogue_name) end as test
    from comment_text c left join test t on t.code = c.test_code
    where c.removed_at is null order by t.position nulls first, c.text, c.id`

export const insertComment = (
  tx: Db,
  comment: { id: string; text: string; testCode: string | null; addedBy: string; addedAt: Date },
) => tx.insertInto('commentText').values(comment).execute()

/** Returns false if the list has no such comment. */
export const dropComment = (tx: Db, id: string, now: Date): Promise<boolean> =>
  wroteRow(
    tx.updateTable('commentText').set({ removedAt: now }).where('id', '=', id).where('removedAt', 'is', null),
  )

export type InterpretationRow = Omit<Interpretation, 'confirmedAt'> & { confirmedAt: Date | null }

/** The latest version of each interpretive text that was not removed; with `id`, that one alone. */
export const readInterpretations = (db: Db, id: string | null = null): Promise<InterpretationRow[]> =>
  rowsOf(db)`
    select i.id, i.version, jsonb_build_object('code', a.code, 'name', a.name) as analyte, i.flags, i.at_least, i.below,
      i.answers, i.text, case when t.code is not null then jsonb_build_object('code', t.code, 'name', t.catalogue_name) end as adds_test,
      i.adds_itself, e.full_name as entered_by, c.full_name as confirmed_by, i.confirmed_at
    from (select distinct on (id) * from interpretation_version
      where true ${id === null ? sql`` : sql`and id = ${id}`} order by id, version desc) i
      join analyte a on a.code = i.analyte_code
      left join test t on t.code = i.adds_test
      join account e on e.id = i.entered_by left join account c on c.id = i.confirmed_by
    where not i.ended order by a.name, i.at_least nulls first, i.id`

type Written = Pick<Interpretation, 'flags' | 'atLeast' | 'below' | 'answers' | 'text' | 'addsItself'> & {
  addsTest: string | null
}
type By = { by: string; now: Date }

export const insertInterpretation = (
  tx: Db,
  id: string,
  analyte: string,
  written: Written,
  { by, now }: By,
) =>
  tx
    .insertInto('interpretationVersion')
    .values({ ...written, id, version: 1, analyteCode: analyte, enteredBy: by, enteredAt: now })
    .execute()

/** Each change is a version that follows the one that was read. False if another came first, or it was removed. */
export const changeInterpretation = (
  tx: Db,
  id: string,
  follows: number,
  written: Written,
  { by, now }: By,
): Promise<boolean> => anyRow(tx)`
    insert into interpretation_version (id, version, analyte_code, flags, at_least, below, answers, text, adds_test, adds_itself,
      entered_by, entered_at)
    select i.id, i.version + 1, i.analyte_code, ${written.flags}::text[], ${written.atLeast}::float8, ${written.below}::float8,
      ${written.answers}::text[], ${written.text}::text, ${written.addsTest}::text, ${written.addsItself}::boolean, ${by}::uuid, ${now}::timestamptz
    from interpretation_version i where i.id = ${id} and i.version = ${follows} and not i.ended
    on conflict do nothing returning 1`

/** Copies the version that was read as confirmed. False if it was changed meanwhile. */
export const confirmVersion = (
  tx: Db,
  id: string,
  follows: number,
  { by, now }: By,
): Promise<boolean> => anyRow(tx)`
    insert into interpretation_version (id, version, analyte_code, flags, at_least, below, answers, text, adds_test, adds_itself,
      entered_by, entered_at,
      confirmed_by, confirmed_at)
    select i.id, i.version + 1, i.analyte_code, i.flags, i.at_least, i.below, i.answers, i.text, i.adds_test, i.adds_itself, i.entered_by, i.entered_at,
      ${by}::uuid, ${now}::timestamptz
    from interpretation_version i
    where i.id = ${id} and i.version = ${follows} and not i.ended and i.confirmed_by is null
    on conflict do nothing returning 1`

/** Returns false if there is no such interpretive text. */
export async function endInterpretation(tx: Db, id: string, { by, now }: By): Promise<boolean> {
  const row = await rowOf(tx)`
    insert into interpretation_version (id, version, analyte_code, flags, at_least, below, answers, text, adds_test, adds_itself,
      entered_by, entered_at,
      ended)
    select i.id, i.version + 1, i.analyte_code, i.flags, i.at_least, i.below, i.answers, i.text, i.adds_test, i.adds_itself, ${by}::uuid,
      ${now}::timestamptz, true
    from (select * from interpretation_version where id = ${id} order by version desc limit 1) i where not i.ended
    on conflict do nothing returning 1`
  return row !== null
}

/** Those in force: confirmed, and not removed. */
export async function interpretationsInForce(db: Db): Promise<InterpretationRow[]> {
  return (await readInterpretations(db)).filter(({ confirmedBy }) => confirmedBy !== null)
}
