import { type RawBuilder, sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { encryptBytes, withPlainBytes } from '#server/platform/vault/fields.ts'
import type { InstrumentKey } from '../queries-instruments.ts'

/** Statements on orders for instruments, and on the messages with these orders. */

/** An open task on a sample, with the codes of the instrument that measure its analytes. */
export type OpenOrder = {
  taskId: string
  sampleId: string
  accession: string
  specimen: string
  collectedAt: Date
  rank: number
  codes: string[]
  /** The number of repeats of the test so far. */
  repeat: number
  fullName: string
  sex: Gender | null
  /** YYYY-MM-DD; null if the exact day is unknown. */
  birthDate: string | null
}

/** The number of repeats of a task `k`, or of the task of an order `o`. */
const repeatsOf = (of: 'k' | 'o') => sql<number>`(select count(*)::int from repeated_result w
  where w.site_id = ${sql.ref(`${of}.site_id`)} and w.task_id = ${sql.ref(of === 'k' ? 'k.id' : 'o.task_id')})`

const withCodes = (db: Db, { siteId, id }: InstrumentKey, tasks: RawBuilder<unknown>): Promise<OpenOrder[]> =>
  rowsOf(db)`
    select k.id as task_id, s.id as sample_id, s.accession, s.specimen, s.collected_at, k.rank, c.codes,
      ${repeatsOf('k')} as repeat,
      coalesce(p.full_name, v.full_name, '') as full_name, coalesce(p.sex, v.gender) as sex,
      case p.birth_precision when 'day' then p.birth_date::text end as birth_date
    from (${tasks}) k
    join sample s on s.site_id = ${siteId} and s.id = k.sample_id
    join visit v on v.site_id = ${siteId} and v.id = k.visit_id
    left join person p on p.id = v.person_id
    cross join lateral (select array_agg(m.code order by m.code) as codes
      from test t
      join test_analyte a on a.test_code = t.code and a.version = coalesce(k.panel_version, t.panel_version)
      join instrument_code m on m.site_id = ${siteId} and m.instrument_id = ${id} and m.analyte_code = a.analyte_code
      where t.code = k.test_code) c
    where s.status in ('collected', 'received') and c.codes is not null
    order by k.rank, s.accession, k.id`

/** Condition on tasks `t`: they are not referred to another laboratory. */
const isDoneHere = sql`not exists (select from referral f where f.site_id = t.site_id and f.task_id = t.id)`

/** Tasks of a site that are not completed, of tests that the instrument measures; each half has an index of its own. */
const openTasks = ({ siteId, id }: InstrumentKey) => sql`
  select t.* from (
    select * from task where site_id = ${siteId} and status = 'pending' and withdrawn_at is null
    union all
    select * from task where site_id = ${siteId} and status = 'in_progress' and withdrawn_at is null) t
  where t.test_code in (select a.test_code from test_analyte a join instrument_code m
    on m.site_id = ${siteId} and m.instrument_id = ${id} and m.analyte_code = a.analyte_code)
    and ${isDoneHere}`

export const openOrdersOn = (db: Db, instrument: InstrumentKey, samples: readonly string[]) =>
  withCodes(
    db,
    instrument,
    sql`select * from task t where site_id = ${instrument.siteId} and sample_id = any(${[...samples]}::uuid[])
      and ${isDoneHere} and status <> 'completed' and withdrawn_at is null`,
  )

/** The most urgent open orders of a site. */
export const openOrders = (db: Db, instrument: InstrumentKey, most: number) =>
  withCodes(
    db,
    instrument,
    sql`select k.* from (${openTasks(instrument)}) k order by k.rank, k.due_at limit ${most}::int`,
  )

/**
 * Open orders on samples that were received since a time, and are not yet planned. A repeated test is ordered again, unless its earlier
 * order still waits: `writeSent` then counts that order for the repeat.
 */
export const ordersToSend = (db: Db, instrument: InstrumentKey, since: Date) =>
  withCodes(
    db,
    instrument,
    sql`select k.* from (${openTasks(instrument)}) k
      join sample s on s.site_id = k.site_id and s.id = k.sample_id and s.status = 'received' and s.received_at >= ${since}
      where not exists (select from instrument_order o
        join instrument_message m on m.site_id = o.site_id and m.id = o.order_message_id
        where o.site_id = k.site_id and o.instrument_id = ${instrument.id} and o.task_id = k.id
          and (o.repeat >= ${repeatsOf('k')} or m.state = 'waiting'))
      limit 500`,
  )

/** Sent orders whose task is withdrawn or whose sample can no longer be used. */
export const ordersToCancel = (db: Db, { siteId, id }: InstrumentKey) =>
  rowsOf(db)<Omit<OpenOrder, 'rank' | 'repeat' | 'fullName' | 'sex' | 'birthDate'>>`
    select o.task_id, s.id as sample_id, s.accession, s.specimen, s.collected_at, o.codes
    from instrument_order o
    join task k on k.site_id = o.site_id and k.id = o.task_id
    join sample s on s.site_id = o.site_id and s.id = o.sample_id
    join instrument_message m on m.site_id = o.site_id and m.id = o.order_message_id
    where o.site_id = ${siteId} and o.instrument_id = ${id} and o.settled_at is null and m.state = 'sent'
      and (k.withdrawn_at is not null or s.status in ('rejected', 'discarded'))
    order by s.accession, o.task_id`

export const addOrders = async (
  tx: Db,
  instrument: InstrumentKey,
  orderMessageId: string,
  orders: readonly Pick<OpenOrder, 'taskId' | 'sampleId' | 'codes' | 'repeat'>[],
): Promise<void> => {
  const { siteId, id: instrumentId } = instrument
  const values = orders.map(({ taskId, sampleId, codes, repeat }) => ({ taskId, sampleId, codes, repeat }))
  await tx
    .insertInto('instrumentOrder')
    .values(values.map((order) => ({ ...order, siteId, instrumentId, orderMessageId })))
    .execute()
}

export const cancelOrders = (
  tx: Db,
  { siteId, id }: InstrumentKey,
  cancelMessageId: string,
  tasks: readonly string[],
  settledAt: Date,
) =>
  tx
    .updateTable('instrumentOrder')
    .set({ cancelMessageId, settledAt })
    .where((row) => row.and({ siteId, instrumentId: id }))
    .where('taskId', '=', sql<string>`any(${[...tasks]}::uuid[])`)
    .where('settledAt', 'is', null)
    .execute()

/** Settles orders of completed tasks, and unsent messages without a remaining order. */
export const settleOrders = async (tx: Db, { siteId, id }: InstrumentKey, now: Date): Promise<void> => {
  await sql`
    update instrument_message m set state = 'overtaken'
    where m.site_id = ${siteId} and m.instrument_id = ${id} and m.state = 'waiting'
      and exists (select from instrument_order o where o.site_id = m.site_id and o.order_message_id = m.id)
      and not exists (select from instrument_order o join task k on k.site_id = o.site_id and k.id = o.task_id
        join sample s on s.site_id = o.site_id and s.id = o.sample_id
        where o.site_id = m.site_id and o.order_message_id = m.id and k.withdrawn_at is null
          and k.status <> 'completed' and s.status = 'received')`.execute(tx)
  await sql`
    update instrument_order o set settled_at = ${now}
    from task k, instrument_message m
    where o.site_id = ${siteId} and o.instrument_id = ${id} and o.settled_at is null
      and k.site_id = o.site_id and k.id = o.task_id and m.site_id = o.site_id and m.id = o.order_message_id
      and (k.status = 'completed' or m.state in ('overtaken', 'refused'))`.execute(tx)
}

// Outgoing messages

export type SentState = 'waiting' | 'sent' | 'refused'

export const addSending = (
  tx: Db,
  { siteId, id: instrumentId }: InstrumentKey,
  message: { id: string; bytes: Buffer; digest: Buffer; peer: string; state: SentState; at: Date },
) => {
  const { at, ...rest } = message
  const bytes = encryptBytes(tx, 'instrumentMessage.bytes', message.id, message.bytes)
  return tx
    .insertInto('instrumentMessage')
    .values({ ...rest, bytes, siteId, instrumentId, receivedAt: at, lastAt: at })
    .execute()
}

export async function nextWaiting(db: Db, { siteId, id }: InstrumentKey) {
  const row = await db
    .selectFrom('instrumentMessage')
    .select(['id', 'bytes', 'times'])
    .where((of) => of.and({ siteId, instrumentId: id, state: 'waiting' }))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  return row && withPlainBytes(db, 'instrumentMessage.bytes', row.id, row)
}

/**
 * Records the outcome of a message. A sent order counts for all repeats of its test until now, so a test that was repeated while its
 * order waited is ordered once. A message that was overtaken while it was being sent counts as sent: its orders are open again, and
 * are withdrawn next. Returns false if the message was accepted before.
 */
export const writeSent = async (
  tx: Db,
  { siteId }: InstrumentKey,
  id: string,
  change: { state: SentState; peer: string; at: Date },
): Promise<boolean> => {
  const rows = await rowsOf(tx)<{ id: string }>`
    with before as (
      select site_id, id, state from instrument_message
      where site_id = ${siteId} and id = ${id} and state in ('waiting', 'overtaken') for update
    ), message as (
      update instrument_message m set state = ${change.state}, peer = ${change.peer}, last_at = ${change.at},
        times = times + case ${change.state}::text when 'waiting' then 1 else 0 end
      from before where m.site_id = before.site_id and m.id = before.id
    ), opened as (
      update instrument_order o set settled_at = null,
        repeat = case before.state when 'waiting' then ${repeatsOf('o')} else o.repeat end
      from before, task k
      where ${change.state}::text = 'sent' and o.site_id = before.site_id and o.order_message_id = before.id
        and o.cancel_message_id is null and k.site_id = o.site_id and k.id = o.task_id and k.status <> 'completed'
    )
    select id from before`
  return rows.length > 0
}
