import { type Insertable, sql } from 'kysely'
import type { ContactState } from '#contract/contact.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { ContactAnswer, ContactMessage } from '#server/platform/schema.gen.ts'

/** Statements on the contact form's messages. */

export const addContactMessage = (db: Db, message: Insertable<ContactMessage>) =>
  db.insertInto('contactMessage').values(message).execute()

export const findContactMessage = (db: Db, id: string) =>
  db.selectFrom('contactMessage').selectAll().where('id', '=', id).executeTakeFirst()

/** Newest first: ids grow with time. */
export const listContactMessages = (db: Db, state: ContactState | null, page: PageQuery) =>
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

const mostCounted = sql.lit(1000)

/** Numbers of open and spam messages, each up to the limit of counting. */
export async function countContactMessages(db: Db): Promise<{ open: number; spam: number }> {
  const counts = await rowOf(db)<{ open: number; spam: number }>`
      select (select count(*)::int from (select from contact_message where state = 'open' limit ${mostCounted}) o) as open,
        (select count(*)::int from (select from contact_message where state = 'spam' limit ${mostCounted}) s) as spam`
  return counts ?? { open: 0, spam: 0 }
}

/** The message with the person who changed its state last. */
export const openContactMessage = (db: Db, id: string) =>
  db
    .selectFrom('contactMessage')
    .leftJoin('account', 'account.id', 'contactMessage.sortedBy')
    .selectAll('contactMessage')
    .select('account.fullName as sorter')
    .where('contactMessage.id', '=', id)
    .executeTakeFirst()

/** Changes the state from one to another; undefined if it is in a different state by now. */
export const moveContactMessage = (
  db: Db,
  id: string,
  { from, ...sorted }: { from: ContactState; state: ContactState; sortedBy: string; sortedAt: Date },
) =>
  db
    .updateTable('contactMessage')
    .set(sorted)
    .where('id', '=', id)
    .where('state', '=', from)
    .returning(['email', 'accountId'])
    .executeTakeFirst()

export const addContactAnswer = (db: Db, answer: Insertable<ContactAnswer>) =>
  db.insertInto('contactAnswer').values(answer).execute()

export const listContactAnswers = (db: Db, messageId: string) =>
  db
    .selectFrom('contactAnswer as a')
    .innerJoin('account', 'account.id', 'a.answeredBy')
    .select(['a.id', 'a.text', 'account.fullName as by', 'a.answeredAt as at'])
    .where('contactMessageId', '=', messageId)
    .orderBy('a.id')
    .execute()

/** An answer with its message. */
export const findContactAnswer = (db: Db, id: string) =>
  db
    .selectFrom('contactAnswer as a')
    .innerJoin('contactMessage as m', 'm.id', 'a.contactMessageId')
    .select(['a.text', 'm.name', 'm.message'])
    .where('a.id', '=', id)
    .executeTakeFirst()

/** Whom to address, and where. */
export const addresseeOf = (db: Db, accountId: string) =>
  db
    .selectFrom('account')
    .select(['fullName', 'email', 'signInPhone'])
    .where('id', '=', accountId)
    .executeTakeFirst()

const mostOfThread = sql.lit(200)

type ThreadEntry = { id: string; from: 'patient' | 'laboratory'; text: string; at: Date }

/** What an account wrote and what it was answered, the oldest first; of a long conversation the latest part. */
export const listThread = (db: Db, accountId: string) =>
  rowsOf(db)<ThreadEntry>`
    select * from (
      select m.id, 'patient' as "from", m.message as text, m.received_at as at
      from contact_message m where m.account_id = ${accountId}
      union all
      select a.id, 'laboratory', a.text, a.answered_at
      from contact_answer a join contact_message m on m.id = a.contact_message_id where m.account_id = ${accountId}
      order by at desc, id desc limit ${mostOfThread}) latest
    order by at, id`

export const readContactFormKey = async (db: Db) =>
  (await db.selectFrom('contactFormKey').select('key').executeTakeFirstOrThrow()).key
