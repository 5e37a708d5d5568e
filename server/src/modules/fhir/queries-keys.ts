import type { KeyScope } from '#contract/key-scopes.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import { namedSites, sitesOf } from './queries-clients.ts'
import { isInUse } from './queries-in-use.ts'

/** Statements on API keys. A key is a client that is found by the hash of its key. */

type Key = {
  id: string
  name: string
  scopes: KeyScope[]
  perMinute: number
  /** Null: all. */
  sites: string[] | null
  lastUsedAt: Date | null
}

export const findByKey = (db: Db, keyHash: Buffer, now: Date): Promise<Key | null> =>
  rowOf(db)`
    select c.id, c.name, c.scopes, c.per_minute, ${sitesOf} as sites, c.last_used_at from api_client c
    where c.secret_hash = ${keyHash} and c.signs_in_by = 'api_key' and ${isInUse(now)}`

type OwnKey = Pick<Key, 'id' | 'name' | 'scopes' | 'perMinute'> & {
  sites: { id: string; name: string }[] | null
  expiresAt: Date
}

export const findOwnKey = (db: Db, id: string, now: Date): Promise<OwnKey | null> =>
  rowOf(db)`
    select c.id, c.name, c.scopes, c.per_minute, ${namedSites} as sites, c.expires_at from api_client c
    where c.id = ${id} and c.signs_in_by = 'api_key' and ${isInUse(now)}`

/** The account of the manager with this e-mail address. */
export const findManager = async (db: Db, email: string): Promise<string | null> =>
  (
    await rowOf(db)<{ id: string }>`
    select id from account where email = ${email} and role = 'admin' and status = 'Active'`
  )?.id ?? null
