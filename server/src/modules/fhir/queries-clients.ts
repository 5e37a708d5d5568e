import { type Insertable, type RawBuilder, sql } from 'kysely'
import type { ApiScope, ClientScope, SignsInBy } from '#contract/api-clients.ts'
import type { Actor } from '#server/platform/context.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import type { ApiClient } from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { endAccessOfClient } from './apps/queries-access.ts'
import { deleteOfClient, isLiveAccess } from './apps/queries-artifacts.ts'

/** Statements on API clients and their tokens. */

type Named = { id: string; name: string }
export type ClientRow = Named & {
  scopes: ClientScope[]
  sites: Named[] | null
  facility: Named | null
  perMinute: number
  signsInBy: SignsInBy
  redirectUris: string[]
  keepsAccess: boolean
  launchUrl: string
  expiresAt: Date | null
  createdAt: Date
  createdBy: string
  lastUsedAt: Date | null
  endedAt: Date | null
}

/** The sites of a client `c`; null: all. */
export const sitesOf = sql`(select array_agg(s.site_id) from api_client_site s where s.client_id = c.id)`

/** As `sitesOf`, with the names of the sites. */
export const namedSites = sql`(select jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name) order by t.name, t.id)
  from api_client_site s join site t on t.id = s.site_id where s.client_id = c.id)`

/** The clients that somebody manages: a manager those of some sites, a program its own. */
export type Managed = { sites: Sites } | { own: string }

export const managedBy = ({ accountId, sites, program }: Actor): Managed =>
  program ? { own: accountId } : { sites }

/** Condition: the client `c` is one of these. A manager of some sites manages clients that are limited to some of them. */
export function isManaged(managed: Managed): RawBuilder<boolean> {
  if ('own' in managed) return sql`c.id = ${managed.own}::uuid`
  const { sites } = managed
  return sites === null ? sql`true` : sql`coalesce(${sitesOf} <@ ${[...sites]}::uuid[], false)`
}

const selectClients = (managed: Managed) => sql`
  select c.id, c.name, c.scopes, c.per_minute, c.signs_in_by, c.redirect_uris, c.keeps_access, c.launch_url, c.expires_at, c.created_at, a.full_name as created_by, c.last_used_at, c.ended_at,
    case when f.id is not null then jsonb_build_object('id', f.id, 'name', f.name) end as facility,
    ${namedSites} as sites
  from api_client c join account a on a.id = c.created_by left join facility f on f.id = c.facility_id
  where ${isManaged(managed)}`

export const readClients = (db: Db, managed: Managed): Promise<ClientRow[]> =>
  rowsOf(db)`${selectClients(managed)} order by c.ended_at is not null, lower(c.name), c.id`

export const findClient = (db: Db, managed: Managed, id: string): Promise<ClientRow | null> =>
  rowOf(db)`${selectClients(managed)} and c.id = ${id}`

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
  await deleteOfClient(tx, id)
  await endAccessOfClient(tx, id, end)
  return true
}

/** Locks a client that has not ended, so that its calls wait for each other. Returns false if it has ended. */
export const lockClient = (tx: Db, id: string): Promise<boolean> =>
  anyRow(tx)`select id from api_client where id = ${id} and ended_at is null for no key update`

/** The only person whose rows are within reach. `openTo`: the account of a patient that must be the person or look after them. */
export type ReachedPerson = { id: string; openTo: string | null }

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
  person: ReachedPerson | null
  /** The access that a person has given it as an app; null: it reads by itself. */
  access: { id: string; lastReadAt: Date | null } | null
  /** The product itself, whose messages are audited instead of its readings. */
  isProduct?: true
}

/** The limits of the rows of a client `c` that reads by itself. */
export const reachByItself = sql`c.id, c.facility_id, ${sitesOf} as sites, null as person`

/** A client `c` that reads by itself. */
export const clientByItself = sql`${reachByItself}, c.name, c.scopes, c.per_minute, c.last_used_at, null as access`

/** The sites of the client `c`, limited to those of the account `a` if staff let it read. */
const sitesOfAccess = sql`case
  when a.role in ('technician', 'admin') and exists (select from account_site own where own.account_id = a.id)
  then array(select own.site_id from account_site own where own.account_id = a.id
    and coalesce(own.site_id = any(${sitesOf}::uuid[]), true))
  else ${sitesOf} end`

type ByToken = Omit<Client, 'person' | 'access'> & {
  tokenHash: Buffer
  accessId: string | null
  accountId: string | null
  isPatient: boolean | null
  personId: string | null
  lastReadAt: Date | null
}

/**
 * The client of a token; null if the token is unknown or has expired, or if the client or the access of the app is ended. Concurrent
 * calls are batched into one statement.
 */
export const findByToken = gather({
  lanes: 2,
  async run(db, asks: readonly { tokenHash: Buffer; now: Date }[]): Promise<(Client | null)[]> {
    const hashes = asks.map(({ tokenHash }) => tokenHash)
    const now = new Date(Math.max(...asks.map((ask) => ask.now.getTime())))
    const found = await rowsOf(db)<ByToken>`
      select t.id_hash as token_hash, c.id, c.name, t.scopes, c.per_minute, coalesce(a.facility_id, c.facility_id) as facility_id,
        c.last_used_at, ${sitesOfAccess} as sites, g.id as access_id, a.id as account_id, a.role = 'user' as is_patient, g.person_id, g.last_read_at
      from api_artifact t join api_client c on c.id = t.client_id
        left join app_access g on g.id = t.access_id left join account a on a.id = g.account_id
      where t.id_hash = any(${hashes}::bytea[]) and t.expires_at > ${now}::timestamptz
        and case t.kind when 'AccessToken' then ${isLiveAccess(now)} when 'ClientCredentials' then c.ended_at is null
          else false end`
    const byHash = new Map(found.map((row) => [row.tokenHash.toString('latin1'), clientOf(row)]))
    return hashes.map((hash) => byHash.get(hash.toString('latin1')) ?? null)
  },
})

function clientOf({
  tokenHash,
  accessId,
  accountId,
  isPatient,
  personId,
  lastReadAt,
  ...client
}: ByToken): Client {
  return {
    ...client,
    person: personId === null ? null : { id: personId, openTo: isPatient ? accountId : null },
    access: accessId === null ? null : { id: accessId, lastReadAt },
  }
}

/** Notes the use of a client, once a minute. */
export const noteUse = (db: Db, id: string, { now, before }: { now: Date; before: Date }) =>
  db
    .updateTable('apiClient')
    .set({ lastUsedAt: now })
    .where('id', '=', id)
    .where(({ or, eb }) => or([eb('lastUsedAt', 'is', null), eb('lastUsedAt', '<=', before)]))
    .execute()
