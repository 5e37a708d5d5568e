import { type Insertable, type Selectable, sql } from 'kysely'
import type { ContactState } from '#contract/contact.ts'
import type { Db } from '#server/platform/database.ts'
import { type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { ContactAnswer, ContactMessage } from '#server/platform/schema.gen.ts'

/** Statements on the contact form's messages. */

export async function addContactMessage(db: Db, message: Insertable<ContactMessage>): Promise<void> {
  await db.insertInto('contactMessage').values(message).execute()
}

export async function findContactMessage(
  db: Db,
  id: string,
): Promise<Selectable<ContactMessage> | undefined> {
  return db.selectFrom('contactMessage').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Newest first: ids grow with time. */
export const listContactMessages = (
  db: Db,
  state: ContactState | null,
  page: PageQuery,
): Promise<Page<Selectable<ContactMessage>>> =>
  readPage(page, { id: uuid('id desc') }, ({ after, by, limit }) =>
    db
      .selectFrom('contactMessage')
      .selectAll()
      .$if(state !== null, (messages) => messages.where('state', '=', state))
      .where(after)
      .orderBy(by)
      .limit(limit)
      .execute(),
  )

/** Numbers of open and spam messages, each up to 1,000. */
export async function countContactMessages(db: Db): Promise<{ open: number; spam: number }> {
  const { rows } = await sql<{ open: number; spam: number }>`
    select (select count(*)::int from (select from contact_message where state = 'open' limit 1000) o) as open,
      (select count(*)::int from (select from contact_message where state = 'spam' limit 1000) s) as spam`.execute(
    db,
  )
  return rows[0] ?? { open: 0, spam: 0 }
}

/** The message with the person who changed its state last. */
export async function openContactMessage(
  db: Db,
  id: string,
): Promise<(Selectable<ContactMessage> & { sorter: string | null }) | undefined> {
  return db
    .selectFrom('contactMessage')
    .leftJoin('account', 'account.id', 'contactMessage.sortedBy')
    .selectAll('contactMessage')
    .select('account.fullName as sorter')
    .where('contactMessage.id', '=', id)
    .executeTakeFirst()
}

/** Changes the state from one to another; undefined if it is in a different state by now. */
export async function moveContactMessage(
  db: Db,
  id: string,
  { from, to, by, at }: { from: ContactState; to: ContactState; by: string; at: Date },
): Promise<{ email: string } | undefined> {
  return db
    .updateTable('contactMessage')
    .set({ state: to, sortedBy: by, sortedAt: at })
    .where('id', '=', id)
    .where('state', '=', from)
    .returning('email')
    .executeTakeFirst()
}

export async function addContactAnswer(db: Db, answer: Insertable<ContactAnswer>): Promise<void> {
  await db.insertInto('contactAnswer').values(answer).execute()
}

export type AnswerRow = { id: string; text: string; by: string; at: Date }

export async function listContactAnswers(db: Db, messageId: string): Promise<AnswerRow[]> {
  return db
    .selectFrom('contactAnswer')
    .innerJoin('account', 'account.id', 'contactAnswer.answeredBy')
    .select([
      'contactAnswer.id',
      'contactAnswer.text',
      'account.fullName as by',
      'contactAnswer.answeredAt as at',
    ])
    .where('contactMessageId', '=', messageId)
    .orderBy('contactAnswer.id')
    .execute()
}

/** An answer with its message. */
export async function findContactAnswer(
  db: Db,
  id: string,
): Promise<{ text: string; name: string; message: string } | undefined> {
  return db
    .selectFrom('contactAnswer')
    .innerJoin('contactMessage', 'contactMessage.id', 'contactAnswer.contactMessageId')
    .select(['contactAnswer.text', 'contactMessage.name', 'contactMessage.message'])
    .where('contactAnswer.id', '=', id)
    .executeTakeFirst()
}

export async function readContactFormKey(db: Db): Promise<Buffer> {
  return (await db.selectFrom('contactFormKey').select('key').executeTakeFirstOrThrow()).key
}
