import { type Insertable, sql } from 'kysely'
import type { ContactState } from '#contract/contact.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { mapPage, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { ContactAnswer, ContactMessage } from '#server/platform/schema.gen.ts'
import { decryptText, encryptText } from '#server/platform/vault/fields.ts'

/** Statements on the contact form's messages. */

export const addContactMessage = (db: Db, { id, name, message, ...row }: Insertable<ContactMessage>) =>
  db
    .insertInto('contactMessage')
    .values({
      ...row,
      id,
      name: encryptText(db, 'contactMessage.name', id, name),
      message: encryptText(db, 'contactMessage.message', id, message),
    })
    .execute()

/** A message as it was written. */
const decrypted = <Row extends { id: string; name: string; message: string }>(db: Db, row: Row): Row => ({
  ...row,
  name: decryptText(db, 'contactMessage.name', row.id, row.name),
  message: decryptText(db, 'contactMessage.message', row.id, row.message),
})

export async function findContactMessage(db: Db, id: string) {
  const row = await db.selectFrom('contactMessage').selectAll().where('id', '=', id).executeTakeFirst()
  return row && decrypted(db, row)
}

/** Newest first: ids grow with time. */
export async function listContactMessages(db: Db, state: ContactState | null, query: PageQuery) {
  const page = await readPage(query, { id: uuid('id desc') }, ({ after, by, limit }) =>
    db
      .selectFrom('contactMessage')
      .selectAll()
      .$if(state !== null, (messages) => messages.where('state', '=', state))
      .where(after)
      .orderBy(by)
      .limit(limit)
      .execute(),
  )
  return mapPage(page, (row) => decrypted(db, row))
}

const mostCounted = sql.lit(1000)

/** Numbers of open and spam messages, each up to the limit of counting. */
export async function countContactMessages(db: Db): Promise<{ open: number; spam: number }> {
  const counts = await rowOf(db)<{ open: number; spam: number }>`
      select (select count(*)::int from (select from contact_message where state = 'open' limit ${mostCounted}) o) as open,
        (select count(*)::int from (select from contact_message where state = 'spam' limit ${mostCounted}) s) as spam`
  return counts ?? { open: 0, spam: 0 }
}

/** The message with the person who changed its state last. */
export async function openContactMessage(db: Db, id: string) {
  const row = await db
    .selectFrom('contactMessage')
    .leftJoin('account', 'account.id', 'contactMessage.sortedBy')
    .selectAll('contactMessage')
    .select('account.fullName as sorter')
    .where('contactMessage.id', '=', id)
    .executeTakeFirst()
  return row && decrypted(db, row)
}

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

export const addContactAnswer = (db: Db, { id, text, ...answer }: Insertable<ContactAnswer>) =>
  db
    .insertInto('contactAnswer')
    .values({ ...answer, id, text: encryptText(db, 'contactAnswer.text', id, text) })
    .execute()

export async function listContactAnswers(db: Db, messageId: string) {
  const rows = await db
    .selectFrom('contactAnswer as a')
    .innerJoin('account', 'account.id', 'a.answeredBy')
    .select(['a.id', 'a.text', 'account.fullName as by', 'a.answeredAt as at'])
    .where('contactMessageId', '=', messageId)
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({ ...row, text: decryptText(db, 'contactAnswer.text', row.id, row.text) }))
}

/** An answer with its message. */
export async function findContactAnswer(db: Db, answerId: string) {
  const row = await db
    .selectFrom('contactAnswer as a')
    .innerJoin('contactMessage as m', 'm.id', 'a.contactMessageId')
    .select(['a.text', 'm.id', 'm.name', 'm.message'])
    .where('a.id', '=', answerId)
    .executeTakeFirst()
  return row && { ...decrypted(db, row), text: decryptText(db, 'contactAnswer.text', answerId, row.text) }
}

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
export async function listThread(db: Db, accountId: string): Promise<ThreadEntry[]> {
  const entries = await rowsOf(db)<ThreadEntry>`
    select * from (
      select m.id, 'patient' as "from", m.message as text, m.received_at as at
      from contact_message m where m.account_id = ${accountId}
      union all
      select a.id, 'laboratory', a.text, a.answered_at
      from contact_answer a join contact_message m on m.id = a.contact_message_id where m.account_id = ${accountId}
      order by at desc, id desc limit ${mostOfThread}) latest
    order by at, id`
  return entries.map((entry) => {
    const column = entry.from === 'patient' ? 'contactMessage.message' : 'contactAnswer.text'
    return { ...entry, text: decryptText(db, column, entry.id, entry.text) }
  })
}

export const readContactFormKey = async (db: Db) =>
  (await db.selectFrom('contactFormKey').select('key').executeTakeFirstOrThrow()).key
