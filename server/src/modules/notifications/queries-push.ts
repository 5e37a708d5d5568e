import { type Selectable, sql } from 'kysely'
import type { Role } from '#contract/options.ts'
import { mostDevices } from '#contract/push.ts'
import type { Context } from '#server/platform/context.ts'
import { anyRow, type Db, wroteRow } from '#server/platform/database.ts'
import type { SigningKey } from '#server/platform/push-message.ts'
import type { PushSubscription } from '#server/platform/schema.gen.ts'
import { addSingle, type OutboxRow, settle } from './queries.ts'
import { byPush } from './ways.ts'

/** Statements on push subscriptions. An account in them is the owner. */

type Row = Selectable<PushSubscription>

const readPushKey = (db: Db): Promise<SigningKey | undefined> =>
  db.selectFrom('pushKey').select(['publicKey', 'privateKey']).executeTakeFirst()

/** The laboratory's key, created at its first use. With another key, all subscriptions would stop working. */
export async function pushKey({ db, clock }: Pick<Context, 'db' | 'clock'>): Promise<SigningKey> {
  const known = await readPushKey(db)
  if (known) return known
  const { newSigningKey } = await import('#server/platform/push-message.ts')
  await db
    .insertInto('pushKey')
    .values({ ...newSigningKey(), createdAt: clock.now() })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute()
  const kept = await readPushKey(db)
  if (!kept) throw new Error('The key of push messages was not kept')
  return kept
}

export const listDevicesOf = (db: Db, accountId: string) =>
  db
    .selectFrom('pushSubscription')
    .select(['id', 'endpoint', 'name', 'createdAt as addedAt', 'lastOkAt'])
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .limit(mostDevices)
    .execute()

export type NewDevice = Omit<Row, 'lastOkAt' | 'failures'>

/**
 * Adds a browser, or updates a known one: its keys identify it, also if another account used it before. Returns false if
 * the account has the most devices already, or if the address is known with other keys.
 */
export async function saveDevice(tx: Db, device: NewDevice): Promise<boolean> {
  // One at a time, so that the limit holds.
  await sql`select from account where id = ${device.accountId} for no key update`.execute(tx)
  return anyRow(tx)`
    insert into push_subscription as known
      (account_id, id, endpoint, p256dh, auth, name, session_hash, created_at)
    select ${device.accountId}, ${device.id}, ${device.endpoint}, ${device.p256dh}, ${device.auth}, ${device.name},
      ${device.sessionHash}, ${device.createdAt}::timestamptz
    where (select count(*) from push_subscription
      where account_id = ${device.accountId} and endpoint <> ${device.endpoint}) < ${mostDevices}::int
    on conflict (endpoint) do update set account_id = excluded.account_id, name = excluded.name,
      session_hash = excluded.session_hash, failures = 0,
      id = case when known.account_id = excluded.account_id then known.id else excluded.id end,
      created_at = case when known.account_id = excluded.account_id then known.created_at else excluded.created_at end,
      last_ok_at = case when known.account_id = excluded.account_id then known.last_ok_at end
      where known.p256dh = excluded.p256dh and known.auth = excluded.auth
    returning 1`
}

/** Stores the session in which a browser was seen. Returns false if it is not one of this account. */
export const seeDevice = (
  db: Db,
  { sessionHash, ...device }: { accountId: string; endpoint: string; sessionHash: Buffer },
): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('pushSubscription')
      .set({ sessionHash })
      .where((own) => own.and(device)),
  )

export const deleteDevice = (db: Db, accountId: string, id: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('pushSubscription').where((own) => own.and({ accountId, id })))

/** Removes the push subscriptions of ended sessions, one or all but one, in the transaction that ends them. */
export async function forgetDevices(
  { db }: Context,
  { accountId, sessions }: { accountId: string; sessions: { only: Buffer } | { except: Buffer | null } },
): Promise<void> {
  let devices = db.deleteFrom('pushSubscription').where('accountId', '=', accountId)
  if ('only' in sessions) devices = devices.where('sessionHash', '=', sessions.only)
  else if (sessions.except) devices = devices.where('sessionHash', '!=', sessions.except)
  await devices.execute()
}

/** A subscription with its account. */
export type Reached = { id: string; accountId: string }

export const listDevicesOfAll = async (db: Db, accountIds: readonly string[]): Promise<Reached[]> =>
  accountIds.length === 0
    ? []
    : db
        .selectFrom('pushSubscription')
        .select(['id', 'accountId'])
        .where('accountId', '=', sql<string>`any(${accountIds}::uuid[])`)
        .orderBy('id')
        .execute()

export type PushRow = { id: string; repeats: string; deviceId: string; to: string }

/** Adds the push messages, at most one for each message and device. */
export async function addPushes(db: Db, rows: readonly PushRow[], now: Date): Promise<void> {
  if (rows.length === 0) return
  await sql`
    insert into outbox (id, kind, channel, recipient, payload, repeats, device_id, spread_at, created_at, due_at)
    select r.id, o.kind, 'push', r."to", o.payload, o.id, r."deviceId", ${now}::timestamptz, o.created_at, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as r (id uuid, repeats uuid, "deviceId" uuid, "to" text)
      join outbox o on o.id = r.repeats
    on conflict do nothing`.execute(db)
}

/** Adds the test message for one device. */
export const addTrial = (db: Db, device: { id: string; deviceId: string; recipient: string }, now: Date) =>
  addSingle(db, { ...device, kind: 'push_trial', channel: 'push', payload: '{}' }, now)

export type PushTarget = Row & { role: Role }

/** The device of a message, if it still exists and its owner can log in. */
export const findTarget = (db: Db, deviceId: string | null): Promise<PushTarget | undefined> =>
  db
    .selectFrom('pushSubscription as p')
    .innerJoin('account as a', 'a.id', 'p.accountId')
    .selectAll('p')
    .select('a.role')
    .where('p.id', '=', deviceId)
    .where('a.status', '=', sql.lit('Active'))
    .executeTakeFirst()

export const noteTaken = (db: Db, { id }: PushTarget, now: Date) =>
  db.updateTable('pushSubscription').set({ lastOkAt: now, failures: 0 }).where('id', '=', id).execute()

/** Deletes a device that its push service does not know any more. */
export async function forgetGone(db: Db, deviceId: string | null): Promise<void> {
  if (deviceId !== null) await db.deleteFrom('pushSubscription').where('id', '=', deviceId).execute()
}

/**
 * Counts a failure of a device's push service. After `most` failures in a row the device is deleted if its last success
 * was `before` this moment: an outage of an hour unsubscribes nobody.
 */
export async function noteUnheard(
  tx: Db,
  deviceId: string | null,
  { most, before }: { most: number; before: Date },
): Promise<void> {
  if (deviceId === null) return
  await tx
    .updateTable('pushSubscription')
    .set((eb) => ({ failures: eb('failures', '+', 1) }))
    .where('id', '=', deviceId)
    .execute()
  await tx
    .deleteFrom('pushSubscription')
    .where('id', '=', deviceId)
    .where('failures', '>=', most)
    .where((eb) => eb(eb.fn.coalesce('lastOkAt', 'createdAt'), '<', before))
    .execute()
}

/**
 * Stores that a push message failed, and releases the e-mail if no other device has the message. The row of the e-mail is
 * locked meanwhile: if two devices fail at once, the second transaction sees the outcome of the first.
 */
export async function settlePushLost(
  tx: Db,
  row: OutboxRow,
  { state, error, now }: { state: 'failed' | 'skipped'; error: string; now: Date },
): Promise<boolean> {
  if (row.repeats !== null) await sql`select from outbox where id = ${row.repeats} for update`.execute(tx)
  if (!(await settle(tx, row, { state, error })) || row.repeats === null) return false
  return anyRow(tx)`
    update outbox mail set state = 'planned', error = null, due_at = ${now}::timestamptz
    where mail.id = ${row.repeats} and mail.state = 'skipped' and mail.error = ${byPush}
      and not exists (select from outbox other where other.repeats = mail.id and other.channel = 'push'
        and other.state in ('planned', 'sending', 'sent'))
    returning 1`
}
