import type { Insertable, Selectable } from 'kysely'
import type { MessageForm, MessageKind } from '#contract/message-kinds.ts'
import type { Language } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import type { MessageText as TextTable } from '#server/platform/schema.gen.ts'

/** Statements on the laboratory's texts. Versions are only added. */

export type TextKey = { kind: MessageKind; language: Language; form: MessageForm }
export type TextRow = Selectable<TextTable> & { editor: string }

/** The latest version of each text that was ever edited. */
export async function listLatestTexts(db: Db): Promise<TextRow[]> {
  return db
    .selectFrom('messageText as t')
    .innerJoin('account as a', 'a.id', 't.editedBy')
    .distinctOn(['t.kind', 't.language', 't.form'])
    .selectAll('t')
    .select('a.fullName as editor')
    .orderBy('t.kind')
    .orderBy('t.language')
    .orderBy('t.form')
    .orderBy('t.version', 'desc')
    .execute()
}

export async function findLatestText(
  db: Db,
  { kind, language, form }: TextKey,
): Promise<Selectable<TextTable> | undefined> {
  return db
    .selectFrom('messageText')
    .selectAll()
    .where('kind', '=', kind)
    .where('language', '=', language)
    .where('form', '=', form)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns false if this version exists: somebody else has added it. */
export async function addTextVersion(db: Db, version: Insertable<TextTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('messageText')
    .values(version)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows) === 1
}
