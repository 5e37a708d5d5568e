import type { Insertable, Updateable } from 'kysely'
import type { Hl7MessageState } from '#contract/hl7-states.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { bigint, type Order, type PageQuery, readPage } from '#server/platform/list.ts'
import type { Hl7Message } from '#server/platform/schema.gen.ts'
import { encryptBytes, withPlainBytes } from '#server/platform/vault/fields.ts'

/** Statements on messages of HL7 connections. */

const column = 'hl7Message.bytes'

/** The states of messages that can be processed. */
export const undone = ['received', 'held'] as const

export type StoredMessage = { id: string; state: Hl7MessageState; answer: string | null }

/** The message that was received before as the same bytes; its count is increased. */
export const countAgain = (
  db: Db,
  { connectionId, digests, at }: { connectionId: string; digests: readonly Buffer[]; at: Date },
): Promise<StoredMessage | null> =>
  rowOf(db)`
    update hl7_message set times = times + 1, last_at = ${at}
    where id = (select id from hl7_message where connection_id = ${connectionId} and direction = 'in' and digest = any(${[...digests]}::bytea[])
      order by seq limit 1)
    returning id, state, answer`

/** Whether a message with these bytes was received before. */
export const isKnownMessage = (db: Db, connectionId: string, digests: readonly Buffer[]): Promise<boolean> =>
  anyRow(db)`select id from hl7_message
    where connection_id = ${connectionId} and direction = 'in' and digest = any(${[...digests]}::bytea[]) limit 1`

/** The latest message that was sent under this control id. */
export const findSent = (db: Db, connectionId: string, controlId: string): Promise<{ id: string } | null> =>
  rowOf(db)`select id from hl7_message
    where connection_id = ${connectionId} and direction = 'out' and control_id = ${controlId} order by seq desc limit 1`

/** @throws a unique violation of `hl7_message_once` if another message has the control id */
export const insertMessage = (db: Db, { id, bytes = null, ...row }: Insertable<Hl7Message>) =>
  db
    .insertInto('hl7Message')
    .values({ ...row, id, bytes: encryptBytes(db, column, id, bytes) })
    .execute()

/** The received messages after `seq` that are not processed yet, oldest first. */
export const listUnread = (db: Db, seq: string, most: number): Promise<{ id: string; seq: string }[]> =>
  rowsOf(db)`
    select id, seq from hl7_message where state = 'received' and seq > ${seq}::bigint order by seq limit ${most}::int`

/** A message that is not processed yet, or is held. */
export async function findUndone(db: Db, id: string) {
  const row = await db
    .selectFrom('hl7Message')
    .select(['connectionId', 'bytes'])
    .where('id', '=', id)
    .where('state', 'in', undone)
    .executeTakeFirst()
  return row && withPlainBytes(db, column, id, row)
}

/** The segments of the answer to a message; null: none yet. */
export const readAnswer = async (db: Db, id: string): Promise<string | null> => {
  const row = await db.selectFrom('hl7Message').select('answer').where('id', '=', id).executeTakeFirst()
  return row?.answer ?? null
}

/** Locks a message until the transaction ends. Returns false if it is neither unprocessed nor held. */
export const lockUndone = (tx: Db, id: string): Promise<boolean> =>
  anyRow(tx)`select id from hl7_message where id = ${id} and state = any(${[...undone]}::text[]) for update`

/** Returns false if the message has none of the states `from`. */
export const moveMessage = (
  tx: Db,
  id: string,
  from: readonly Hl7MessageState[],
  { bytes, ...change }: Omit<Updateable<Hl7Message>, 'id' | 'connectionId' | 'direction'>,
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('hl7Message')
      .set({ ...change, ...(bytes && { bytes: encryptBytes(tx, column, id, bytes) }) })
      .where('id', '=', id)
      .where('state', 'in', from),
  )

const selectMessages = (db: Db, connectionId: string) =>
  db
    .selectFrom('hl7Message as m')
    .select([
      'm.id',
      'm.seq',
      'm.direction',
      'm.type',
      'm.controlId',
      'm.at',
      'm.state',
      'm.reason',
      'm.times',
    ])
    .select('m.lastAt')
    .where('m.connectionId', '=', connectionId)

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]
const latestFirst: Order<MessageRow> = { seq: bigint('m.seq desc') }

export const listMessageRows = (
  db: Db,
  connectionId: string,
  { state, ...page }: PageQuery & { state?: Hl7MessageState | undefined },
) =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    selectMessages(db, connectionId)
      .where(after)
      .$if(state !== undefined, (query) => query.where('m.state', '=', state ?? 'held'))
      .orderBy(by)
      .limit(limit)
      .execute(),
  )

export async function findMessage(db: Db, connectionId: string, id: string) {
  const row = await selectMessages(db, connectionId)
    .select(['m.bytes', 'm.peer', 'm.answer', 'm.sequence'])
    .where('m.id', '=', id)
    .executeTakeFirst()
  return row && withPlainBytes(db, column, id, row)
}
