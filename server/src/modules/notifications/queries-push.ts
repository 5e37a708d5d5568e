import { type Selectable, sql } from 'kysely'
import type { Role } from '#contract/options.ts'
import { mostDevices } from '#contract/push.ts'
import type { Db } from '#server/platform/database.ts'
import type { SigningKey } from '#server/platform/push-message.ts'
import type { PushSubscription } from '#server/platform/schema.gen.ts'
import type { OutboxRow } from './queries.ts'
import { byPush } from './ways.ts'

/** Statements on push subscriptions. An account in them is the owner. */

type Row = Selectable<PushSubscription>

/** Stores the key unless another process has stored one. */
export async function keepPushKey(db: Db, fresh: SigningKey, now: Date): Promise<void> {
  await db
    .insertInto('pushKey')
    .values({ publicKey: fresh.publicKey, privateKey: fresh.privateKey, createdAt: now })
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute()
}

export async function readPushKey(db: Db): Promise<SigningKey | undefined> {
  return db.selectFrom('pushKey').select(['publicKey', 'privateKey']).executeTakeFirst()
}

export async function listDevicesOf(db: Db, accountId: string): Promise<Row[]> {
  return db
    .selectFrom('pushSubscription')
    .selectAll()
    .where('accountId', '=', accountId)
    .orderBy('id', 'desc')
    .limit(mostDevices)
    .execute()
}

export type NewDevice = Omit<Row, 'lastOkAt' | 'failures'>

/**
 * Takes a browser in, or anew where it is known: whoever has its keys is that browser, also when somebody else used it
 * before. False when there are as many as there may be, or its address is known with other keys.
 */
export async function saveDevice(tx: Db, device: NewDevice): Promise<boolean> {
  // One at a time, so that the limit holds.
  await sql`select from account where id = ${device.accountId} for no key update`.execute(tx)
  const { rows } = await sql`
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
    returning id`.execute(tx)
  return rows.length === 1
}

/** Stores the session in which a browser was seen. Returns false if it is not one of this account. */
export async function seeDevice(
  db: Db,
  { accountId, endpoint, sessionHash }: { accountId: string; endpoint: string; sessionHash: Buffer },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('pushSubscription')
    .set({ sessionHash })
    .where('endpoint', '=', endpoint)
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export async function deleteDevice(db: Db, accountId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('pushSubscription')
    .where('accountId', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

/** Deletes the subscriptions of one session, or of all but one. */
export async function deleteDevicesOf(
  db: Db,
  accountId: string,
  sessions: { only: Buffer } | { except: Buffer | null },
): Promise<void> {
  let devices = db.deleteFrom('pushSubscription').where('accountId', '=', accountId)
  if ('only' in sessions) devices = devices.where('sessionHash', '=', sessions.only)
  else if (sessions.except) devices = devices.where('sessionHash', '!=', sessions.except)
  await devices.execute()
}

/** A subscription with its account. */
export type Reached = { id: string; accountId: string }

export async function listDevicesOfAll(db: Db, accountIds: readonly string[]): Promise<Reached[]> {
  if (accountIds.length === 0) return []
  const { rows } = await sql<Reached>`
    select id, account_id as "accountId" from push_subscription
    where account_id = any(${accountIds}::uuid[]) order by id`.execute(db)
  return rows
}

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
export async function addTrial(
  db: Db,
  { id, deviceId, to, now }: { id: string; deviceId: string; to: string; now: Date },
): Promise<void> {
  await db
    .insertInto('outbox')
    .values({
      id,
      kind: 'push_trial',
      channel: 'push',
      recipient: to,
      deviceId,
      payload: '{}',
      spreadAt: now,
      createdAt: now,
      dueAt: now,
    })
    .execute()
}

export type PushTarget = Row & { role: Role }

/** The device of a message, if it still exists and its owner can log in. */
export async function findTarget(db: Db, deviceId: string | null): Promise<PushTarget | undefined> {
  const { rows } = await sql<PushTarget>`
    select push_subscription.*, account.role from push_subscription join account on account.id = account_id
    where push_subscription.id = ${deviceId} and account.status = 'Active'`.execute(db)
  return rows[0]
}

export async function noteTaken(db: Db, { id }: PushTarget, now: Date): Promise<void> {
  await db.updateTable('pushSubscription').set({ lastOkAt: now, failures: 0 }).where('id', '=', id).execute()
}

/** Deletes a device that its push service does not know any more. */
export async function forgetGone(db: Db, deviceId: string | null): Promise<void> {
  if (deviceId !== null) await db.deleteFrom('pushSubscription').where('id', '=', deviceId).execute()
}

/**
 * Counts that its push service took nothing for a device. The `most`th time in a row it is forgotten, if the last success
 * lies `before` that moment: a bad hour costs nobody their push.
 */
export async function noteUnheard(
  tx: Db,
  deviceId: string | null,
  { most, before }: { most: number; before: Date },
): Promise<void> {
  if (deviceId === null) return
  await sql`update push_subscription set failures = failures + 1 where id = ${deviceId}`.execute(tx)
  await sql`
    delete from push_subscription where id = ${deviceId} and failures >= ${most}::int
      and coalesce(last_ok_at, created_at) < ${before}::timestamptz`.execute(tx)
}

/**
 * Writes that a push came to nothing, and lets the e-mail go where it was the last hope. The message's own row is held
 * meanwhile: of two devices that fail at once, the second sees what became of the first.
 */
export async function settlePushLost(
  tx: Db,
  row: OutboxRow,
  { state, error, now }: { state: 'failed' | 'skipped'; error: string; now: Date },
): Promise<boolean> {
  if (row.repeats !== null) await sql`select from outbox where id = ${row.repeats} for update`.execute(tx)
  const settled = await sql`
    update outbox set state = ${state}, error = ${error}
    where id = ${row.id} and state = 'sending' and attempts = ${row.attempts}`.execute(tx)
  if (settled.numAffectedRows !== 1n || row.repeats === null) return false
  const { numAffectedRows } = await sql`
    update outbox mail set state = 'planned', error = null, due_at = ${now}::timestamptz
    where mail.id = ${row.repeats} and mail.state = 'skipped' and mail.error = ${byPush}
      and not exists (select from outbox other where other.repeats = mail.id and other.channel = 'push'
        and other.state in ('planned', 'sending', 'sent'))`.execute(tx)
  return numAffectedRows === 1n
}
