import { sql } from 'kysely'
import type { MessageState } from '#contract/instruments.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { type Order, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import { encryptBytes, withPlainBytes } from '#server/platform/vault/fields.ts'
import type { InstrumentKey } from './queries-instruments.ts'

/** Statements on messages of instruments. */

const column = 'instrumentMessage.bytes'

export type NewMessage = {
  id: string
  bytes: Buffer
  digest: Buffer
  peer: string
  state: 'received' | 'cut'
  at: Date
}

/** Stores a message. If the same bytes were received before, increases the counter of the stored message. */
export const storeMessage = async (
  db: Db,
  { siteId, id: instrumentId }: InstrumentKey,
  { id, bytes, digest, peer, state, at }: NewMessage,
): Promise<void> => {
  await rowOf(db)`
    insert into instrument_message as m (site_id, id, instrument_id, received_at, peer, bytes, digest, state, last_at)
    values (${siteId}, ${id}, ${instrumentId}, ${at}, ${peer}, ${encryptBytes(db, column, id, bytes)}, ${digest}, ${state}, ${at})
    on conflict (site_id, instrument_id, digest) do update set times = m.times + 1, last_at = excluded.last_at`
}

/** Locks the last message that was joined from records, complete or not. */
export async function lockLastJoined(tx: Db, { siteId, id }: InstrumentKey) {
  const row = await tx
    .selectFrom('instrumentMessage')
    .select(['siteId', 'id', 'bytes', 'lastRecord', 'state'])
    .where((row) => row.and({ siteId, instrumentId: id }))
    .where('lastRecord', 'is not', null)
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  return row && withPlainBytes(tx, column, row.id, row)
}

export const insertPart = (
  tx: Db,
  { siteId, id: instrumentId }: InstrumentKey,
  { at, bytes, ...part }: Omit<NewMessage, 'state'>,
) =>
  tx
    .insertInto('instrumentMessage')
    .values({
      ...{ siteId, instrumentId, ...part, state: 'part', receivedAt: at, lastAt: at, lastRecord: 0 },
      bytes: encryptBytes(tx, column, part.id, bytes),
    })
    .execute()

export const addRecord = (
  tx: Db,
  { siteId, id }: Pick<MessageKey, 'siteId' | 'id'>,
  { bytes, lastRecord }: { bytes: Buffer; lastRecord: number },
) =>
  tx
    .updateTable('instrumentMessage')
    .set({ bytes: encryptBytes(tx, column, id, bytes), lastRecord })
    .where((row) => row.and({ siteId, id }))
    .execute()

/** Completes a joined message. If the same bytes were received before, increments the counter of the earlier message. */
export const settlePart = async (
  tx: Db,
  { siteId, id: instrumentId }: InstrumentKey,
  { id, digest, at }: { id: string; digest: Buffer; at: Date },
): Promise<void> => {
  await rowOf(tx)`
    with known as (
      update instrument_message set times = times + 1, last_at = ${at}
      where site_id = ${siteId} and instrument_id = ${instrumentId} and digest = ${digest} returning 1
    )
    update instrument_message m set state = case when exists (select from known) then 'repeated' else 'received' end,
      digest = case when exists (select from known) then m.digest else ${digest} end
    where m.site_id = ${siteId} and m.id = ${id}`
}

export type MessageKey = { siteId: string; id: string; instrumentId: string }

/** The oldest messages that are not processed yet. */
export const listUnread = (db: Db, most: number): Promise<MessageKey[]> =>
  rowsOf(db)`
    select m.site_id, m.id, m.instrument_id from site s join instrument_message m on m.site_id = s.id
    where m.state = 'received' order by m.id limit ${most}::int`

/** Locks a message until the transaction ends. */
export async function lockMessage(tx: Db, { siteId, id }: Pick<MessageKey, 'siteId' | 'id'>) {
  const row = await tx
    .selectFrom('instrumentMessage')
    .selectAll()
    .where((of) => of.and({ siteId, id }))
    .forUpdate()
    .executeTakeFirst()
  return row && withPlainBytes(tx, column, id, row)
}

export const setMessageState = (
  tx: Db,
  { siteId, id }: Pick<MessageKey, 'siteId' | 'id'>,
  state: MessageState,
) =>
  tx
    .updateTable('instrumentMessage')
    .set({ state })
    .where((row) => row.and({ siteId, id }))
    .execute()

const count = (condition: string) =>
  sql<number>`(select count(*)::int from measured_value v where v.site_id = m.site_id and v.message_id = m.id
    and ${sql.raw(condition)})`

/** A ciphertext begins with a mark, the number of its key and a dot; nonce and tag have 28 bytes. */
const size = sql<number>`(octet_length(m.bytes) - case when encryption_key_number(m.bytes) = 0 then 0
  else 37 + length(encryption_key_number(m.bytes)::text) end)`

const selectMessages = (db: Db, { siteId, id }: InstrumentKey) =>
  db
    .selectFrom('instrumentMessage as m')
    .select(['m.id', 'm.receivedAt', 'm.state', 'm.times'])
    .select([size.as('size'), count('true').as('values'), count("v.state = 'held'").as('held')])
    .where((row) => row.and({ 'm.siteId': siteId, 'm.instrumentId': id }))

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]
const newestFirst: Order<MessageRow> = { id: uuid('m.id desc') }

export const listMessages = (db: Db, instrument: InstrumentKey, page: PageQuery) =>
  readPage(page, newestFirst, ({ after, by, limit }) =>
    selectMessages(db, instrument).where(after).orderBy(by).limit(limit).execute(),
  )

export async function readMessage(db: Db, instrument: InstrumentKey, id: string) {
  const row = await selectMessages(db, instrument)
    .select(['m.siteId', 'm.bytes', 'm.peer'])
    .where('m.id', '=', id)
    .executeTakeFirst()
  return row && withPlainBytes(db, column, id, row)
}
