import { type Insertable, type RawBuilder, sql } from 'kysely'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { HealthCard, HealthCardKey } from '#server/platform/schema.gen.ts'

/** Statements on SMART Health Cards and the keys that sign them. */

export const findSigningKey = (db: Db, since: Date): Promise<{ id: string; privateKey: Buffer } | null> =>
  rowOf(db)`select id, private_key from health_card_key
    where private_key is not null and created_at > ${since}::timestamptz order by created_at desc, id limit 1`

export const insertKey = (tx: Db, row: Insertable<HealthCardKey>) =>
  tx.insertInto('healthCardKey').values(row).execute()

/** Destroys the private part of the keys that were made up to this time. */
export const retireKeys = (tx: Db, until: Date) =>
  tx
    .updateTable('healthCardKey')
    .set({ privateKey: null })
    .where('createdAt', '<=', until)
    .where('privateKey', 'is not', null)
    .execute()

export const insertCard = (tx: Db, row: Insertable<HealthCard>) =>
  tx.insertInto('healthCard').values(row).execute()

/**
 * The condition that a later version corrected or withdrew a test of the report of the card `c`. A version repeats the corrections before it,
 * so the entry of the test has to differ from the entry in the report of the card. The name of a test can change in the catalogue; the first
 * reports have no codes of tests.
 */
const revokedBy = (later: RawBuilder<boolean>) => sql<boolean>`exists (
  select from report held
    join report later on later.site_id = held.site_id and later.visit_id = held.visit_id and later.version > held.version
      and later.content ->> 'status' in ('corrected', 'withdrawn')
    cross join jsonb_array_elements(held.content -> 'tests') h (test)
    join jsonb_array_elements(later.content -> 'tests') l (test)
      on (l.test ->> 'code' = nullif(h.test ->> 'code', '') or l.test ->> 'name' = h.test ->> 'name')
      and l.test - 'code' <> h.test - 'code'
      and 'object' in (jsonb_typeof(l.test -> 'correction'), jsonb_typeof(l.test -> 'withdrawn'))
  where held.site_id = c.site_id and held.visit_id = c.visit_id and held.version = c.version and ${later})`
const isRevoked = revokedBy(sql`true`)
/** The condition that the latest version of the report withdraws a test of the card. */
const isWithdrawn = revokedBy(sql`jsonb_typeof(l.test -> 'withdrawn') = 'object'
  and not exists (select from report after
    where after.site_id = later.site_id and after.visit_id = later.visit_id and after.version > later.version)`)

type PublicKey = { id: string; publicKey: Record<string, string>; revoked: number }

/** Every key with the number of cards that it signed and that are revoked. */
export const listKeys = (db: Db): Promise<PublicKey[]> =>
  rowsOf(db)`select k.id, k.public_key,
      (select count(*)::int from health_card c where c.key_id = k.id and ${isRevoked}) as revoked
    from health_card_key k order by k.created_at desc, k.id`

export const findPublicKey = (db: Db, id: string): Promise<{ publicKey: Record<string, string> } | null> =>
  rowOf(db)`select public_key from health_card_key where id = ${id}`

/** The revoked cards that a key has signed. */
export const listRevoked = async (db: Db, keyId: string): Promise<string[]> =>
  (
    await rowsOf(db)<{ rid: string }>`
      select c.rid from health_card c where c.key_id = ${keyId} and ${isRevoked} order by c.rid`
  ).map(({ rid }) => rid)

type CardStanding = 'valid' | 'replaced' | 'withdrawn'

export const findCard = (
  db: Db,
  rid: string,
): Promise<{ madeAt: Date; timeZone: string; standing: CardStanding } | null> =>
  rowOf(db)`select c.made_at, s.time_zone,
      case when ${isWithdrawn} then 'withdrawn' when ${isRevoked} then 'replaced' else 'valid' end as standing
    from health_card c join site s on s.id = c.site_id where c.rid = ${rid}`

/** The site of a visit that is known to exist. */
export async function siteOfVisit(db: Db, id: string): Promise<string> {
  const row = await rowOf(db)<{ siteId: string }>`
    select v.site_id from site z join visit v on v.site_id = z.id and v.id = ${id}`
  if (!row) throw new Error('The visit of a report does not exist')
  return row.siteId
}
