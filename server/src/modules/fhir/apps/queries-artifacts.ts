import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { ApiScope, SignsInBy } from '#contract/api-clients.ts'
import { type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import type { ApiArtifact, AppKey } from '#server/platform/schema.gen.ts'
import { isInUse } from '../queries-in-use.ts'

/** Statements on what the authorization server stores. Rows are found by the hash of a random value, which is not stored. */

/**
 * The condition that the access `g` of the account `a` through the client `c` has not ended, and that the account may still read about
 * patients.
 */
export const isLiveAccess = (now: Date): RawBuilder<boolean> => sql`
  (g.ended_at is null and g.expires_at > ${now}::timestamptz and c.ended_at is null and a.status = 'Active'
    and (a.role <> 'technician' or 'patients' = any(a.permissions)))`

type Key = { idHash: Buffer; kind: string }

/** Inserts an artifact, or replaces what it says. */
export async function upsertArtifact(db: Db, row: Insertable<ApiArtifact>): Promise<void> {
  await db
    .insertInto('apiArtifact')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['idHash', 'kind'])
        .doUpdateSet({ payload: row.payload, expiresAt: row.expiresAt, scopes: row.scopes }),
    )
    .execute()
}

/** Inserts an artifact. Returns false if there is one with this id already. */
export async function insertArtifactOnce(db: Db, row: Insertable<ApiArtifact>): Promise<boolean> {
  const inserted = await db
    .insertInto('apiArtifact')
    .values(row)
    .onConflict((conflict) => conflict.columns(['idHash', 'kind']).doNothing())
    .returning('kind')
    .executeTakeFirst()
  return inserted !== undefined
}

type Found = { payload: Record<string, unknown>; consumedAt: Date | null }

/** An artifact that has not expired, of a client and an access that have not ended. */
export const findArtifact = (db: Db, { idHash, kind }: Key, now: Date): Promise<Found | null> =>
  rowOf(db)`select t.payload, t.consumed_at from api_artifact t join api_client c on c.id = t.client_id
    left join app_access g on g.id = t.access_id left join account a on a.id = g.account_id
    where t.id_hash = ${idHash} and t.kind = ${kind} and t.expires_at > ${now}::timestamptz
      and case when t.access_id is null then c.ended_at is null else ${isLiveAccess(now)} end`

/** Marks a code or a refresh token as used. Returns false if it was used before. */
export const consumeArtifact = (db: Db, { idHash, kind }: Key, now: Date): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('apiArtifact')
      .set({ consumedAt: now })
      .where('idHash', '=', idHash)
      .where('kind', '=', kind)
      .where('consumedAt', 'is', null),
  )

export async function deleteArtifact(db: Db, { idHash, kind }: Key): Promise<void> {
  await db.deleteFrom('apiArtifact').where('idHash', '=', idHash).where('kind', '=', kind).execute()
}

/** The access to which a code or token belongs. */
export const accessOf = async (db: Db, { idHash, kind }: Key): Promise<string | null> =>
  (
    await db
      .selectFrom('apiArtifact')
      .select('accessId')
      .where('idHash', '=', idHash)
      .where('kind', '=', kind)
      .executeTakeFirst()
  )?.accessId ?? null

/** Deletes the codes and tokens of an access: all, or those of a kind. */
export async function deleteOfAccess(db: Db, accessId: string, kind: string | null = null): Promise<void> {
  const ofAccess = db.deleteFrom('apiArtifact').where('accessId', '=', accessId)
  await (kind === null ? ofAccess : ofAccess.where('kind', '=', kind)).execute()
}

export async function deleteOfClient(tx: Db, clientId: string): Promise<void> {
  await tx.deleteFrom('apiArtifact').where('clientId', '=', clientId).execute()
}

export async function deleteExpired(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('apiArtifact').where('expiresAt', '<=', now).execute()
}

/** A client as the authorization server knows it, if it has not ended or expired. API keys get no tokens. */
export type RegisteredClient = {
  id: string
  name: string
  scopes: ApiScope[]
  signsInBy: Exclude<SignsInBy, 'api_key'>
  secretHash: Buffer | null
  keys: { keys: object[] } | null
  redirectUris: string[]
  keepsAccess: boolean
}

export const findRegistered = (db: Db, id: string, now: Date): Promise<RegisteredClient | undefined> =>
  db
    .selectFrom('apiClient as c')
    .select(['id', 'name', 'secretHash', 'redirectUris', 'keepsAccess'])
    .select(sql<ApiScope[]>`scopes`.as('scopes'))
    .select(sql<RegisteredClient['signsInBy']>`signs_in_by`.as('signsInBy'))
    .select(sql<{ keys: object[] } | null>`keys`.as('keys'))
    .where('id', '=', id)
    .where(isInUse(now))
    .where('signsInBy', '<>', 'api_key')
    .executeTakeFirst()

/** An account, with the person’s own record. */
export const findAccountOf = (db: Db, id: string): Promise<{ self: string | null } | null> =>
  rowOf(db)`select (select current_person(k.person_id) from account_person k
      where k.account_id = a.id and k.kind = 'self' order by k.since limit 1) as self
    from account a where a.id = ${id} and a.status = 'Active'`

export const findAppKey = (db: Db): Promise<{ privateKey: Buffer; cookieKey: Buffer } | undefined> =>
  db.selectFrom('appKey').select(['privateKey', 'cookieKey']).executeTakeFirst()

/** Inserts the key, unless another process was first. */
export async function insertAppKey(db: Db, key: Insertable<AppKey>): Promise<void> {
  await db
    .insertInto('appKey')
    .values(key)
    .onConflict((conflict) => conflict.column('singleton').doNothing())
    .execute()
}
