import type { Insertable } from 'kysely'
import type { MessageForm, MessageKind } from '#contract/message-kinds.ts'
import type { Language } from '#contract/options.ts'
import { type Db, wroteRow } from '#server/platform/database.ts'
import type { MessageText as TextTable } from '#server/platform/schema.gen.ts'

/** Statements on the laboratory's texts. Versions are only added. */

export type TextKey = { kind: MessageKind; language: Language; form: MessageForm }

/** The latest version of each text that was ever edited. */
export const listLatestTexts = (db: Db) =>
  db
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

export const findLatestText = (db: Db, { kind, language, form }: TextKey) =>
  db
    .selectFrom('messageText')
    .selectAll()
    .where((text) => text.and({ kind, language, form }))
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Returns false if this version exists: somebody else has added it. */
export const addTextVersion = (db: Db, version: Insertable<TextTable>): Promise<boolean> =>
  wroteRow(
    db
      .insertInto('messageText')
      .values(version)
      .onConflict((conflict) => conflict.doNothing()),
  )
