import { type Insertable, sql } from 'kysely'
import type { ApiScope } from '#contract/api-clients.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { ApiClient } from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'

/** Statements on API clients and their tokens. */

type Named = { id: string; name: string }
export type ClientRow = Named & {
  scopes: ApiScope[]
  sites: Named[] | null
  facility: Named | null
  perMinute: number
  createdAt: Date
  createdBy: string
  lastUsedAt: Date | null
  endedAt: Date | null
}

/** The sites of a client `c`; null: all. */
export const sitesOf = sql`(select array_agg(s.site_id) from api_client_site s where s.client_id = c.id)`

/** Condition: the client `c` is limited to some of these sites. */
export const isWithin = (sites: Sites) =>
  sites === null ? sql`true` : sql`coalesce(${sitesOf} <@ ${[...sites]}::uuid[], false)`

const selectClients = (sites: Sites) => sql`
  select c.id, c.name, c.scopes, c.per_minute, c.created_at, a.full_name as created_by, c.last_used_at, c.ended_at,
    case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.name) end as facility,
    (select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name, t.id)
      from api_client_site s join site t on t.id = s.site_id where s.client_id = c.id) as sites
  from api_client c join account a on a.id = c.created_by left join facility f on f.id = c.facility_id
  where ${isWithin(sites)}`

export const readClients = (db: Db, sites: Sites): Promise<ClientRow[]> =>
  rowsOf(db)`${selectClients(sites)} order by c.ended_at is not null, lower(c.name), c.id`

export const findClient = (db: Db, sites: Sites, id: string): Promise<ClientRow | null> =>
  rowOf(db)`${selectClients(sites)} and c.id = ${id}`

export const siteIds = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('site').select('id').execute()).map((site) => site.id)

/** @throws a unique violation of `api_client_name` if another client has the name */
export async function insertClient(
  tx: Db,
  client: Insertable<ApiClient>,
  sites: readonly string[],
): Promise<void> {
  await tx.insertInto('apiClient').values(client).execute()
  if (sites.length === 0) return
  const rows = sites.map((siteId) => ({ clientId: client.id, siteId }))
  await tx.insertInto('apiClientSite').values(rows).execute()
}

/** Ends a client with its tokens. Returns false if it was ended before. */
export async function writeEnd(
  tx: Db,
  id: string,
  end: { endedBy: string; endedAt: Date },
): Promise<boolean> {
  const client = tx.updateTable('apiClient').set(end).where('id', '=', id).where('endedAt', 'is', null)
  if (!(await wroteRow(client))) return false
  await tx.deleteFrom('apiToken').where('clientId', '=', id).execute()
  return true
}

/** Reads the scopes of the client with this secret and locks its row, so that nobody ends it meanwhile. Null if there is none. */
export const holdBySecret = (
  tx: Db,
  { id, secretHash }: { id: string; secretHash: Buffer },
): Promise<{ scopes: ApiScope[] } | null> =>
  rowOf(tx)`select scopes from api_client
    where id = ${id} and secret_hash = ${secretHash} and ended_at is null for share`

/** Locks a client that has not ended, so that its calls wait for each other. Returns false if it has ended. */
export const lockClient = (tx: Db, id: string): Promise<boolean> =>
  anyRow(tx)`select id from api_client where id = ${id} and ended_at is null for no key update`

/** Inserts a token and deletes those of the client that have expired. */
export async function insertToken(
  tx: Db,
  token: { tokenHash: Buffer; clientId: string; scopes: ApiScope[]; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await tx
    .deleteFrom('apiToken')
    .where('clientId', '=', token.clientId)
    .where('expiresAt', '<=', token.createdAt)
    .execute()
  await tx.insertInto('apiToken').values(token).execute()
}

/** The calling client, with the scopes of its token. */
export type Client = {
  id: string
  name: string
  scopes: ApiScope[]
  perMinute: number
  /** Null: all. */
  sites: string[] | null
  facilityId: string | null
  lastUsedAt: Date | null
}

/** The client of a token; null if the token is unknown or has expired, or if the client is ended. */
export const findByToken = (db: Db, tokenHash: Buffer, now: Date): Promise<Client | null> =>
  rowOf(db)`select c.id, c.name, t.scopes, c.per_minute, c.facility_id, c.last_used_at, ${sitesOf} as sites
    from api_token t join api_client c on c.id = t.client_id
    where t.token_hash = ${tokenHash} and t.expires_at > ${now} and c.ended_at is null`

/** Notes the use of a client, once a minute. */
export const noteUse = (db: Db, id: string, { now, before }: { now: Date; before: Date }) =>
  db
    .updateTable('apiClient')
    .set({ lastUsedAt: now })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<=', before)]))
    .execute()

export async function forgetTokens(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('apiToken').where('expiresAt', '<=', now).execute()
}
