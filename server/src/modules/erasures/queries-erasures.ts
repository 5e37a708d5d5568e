import { type Insertable, sql } from 'kysely'
import type {
  ErasedPart,
  KeptPart,
  Obstacle,
  WishIdentifier,
  WishState,
  WishWay,
} from '#contract/erasures.ts'
import type { Language } from '#contract/options.ts'
import { isSeenAt } from '#server/modules/people/index.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { ErasureWish } from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'

/** Statements about wishes to be forgotten. What is erased, and what prevents it, is decided by functions of the database. */

/** Who is to be forgotten. */
export type Subject = { personId: string | null; accountId: string | null }

export type WishRow = Subject & {
  id: string
  state: WishState
  way: WishWay
  identifiedBy: WishIdentifier[]
  askedAt: Date
  /** A month after it was asked. */
  dueAt: Date
  askedBy: string | null
  decidedAt: Date | null
  decidedBy: string | null
  reason: string
  version: number
  number: number | null
  fullName: string
}

/** Whether staff of these sites see the person `p` of the wish `w`. Only staff of all sites see an account without a record. */
const isWishSeenAt = (sites: Sites) =>
  sites === null ? sql`true` : sql`w.person_id is not null and ${isSeenAt(sites)}`

/** The GDPR asks for an answer within a month. For Ghana, we know of no number of days. */
const dueAt = sql`(w.asked_at at time zone 'UTC' + interval '1 month') at time zone 'UTC'`

const wishes = (where: ReturnType<typeof sql>) => sql<WishRow>`
  select w.id, p.id as person_id, w.account_id, w.state, w.way, w.identified_by, w.asked_at,
    ${dueAt} as due_at, b.full_name as asked_by, w.decided_at,
    d.full_name as decided_by, w.reason, w.version, p.number, coalesce(p.full_name, a.full_name) as full_name
  from erasure_wish w left join person p on p.id = wished_person(w) left join account a on a.id = w.account_id
    left join account b on b.id = w.asked_by left join account d on d.id = w.decided_by
  where ${where}`

export const listWishes = (
  db: Db,
  { state, sites }: { state: WishState | null; sites: Sites },
  page: PageQuery,
): Promise<Page<WishRow>> =>
  readPage(page, { id: uuid('w.id desc') }, ({ after, by, limit }) =>
    sql<WishRow>`${wishes(sql`${isWishSeenAt(sites)} and ${state === null ? sql`true` : sql`w.state = ${state}`} and ${after}`)}
      order by ${by} limit ${limit}`.execute(db),
  )

export const findWish = (db: Db, id: string, sites: Sites): Promise<WishRow | null> =>
  rowOf(db)<WishRow>`${wishes(sql`w.id = ${id} and ${isWishSeenAt(sites)}`)}`

/** The open wishes that are due before an instant. */
export const listWaiting = (db: Db, before: Date): Promise<(Subject & { id: string; dueAt: Date })[]> =>
  rowsOf(db)`
    select w.id, wished_person(w) as person_id, w.account_id, ${dueAt} as due_at from erasure_wish w
    where w.state = 'open' and ${dueAt} <= ${before} order by w.id`

/** The sites at which a person has visits. */
export async function sitesOf(db: Db, personId: string): Promise<string[]> {
  const rows = await rowsOf(db)<{ siteId: string }>`
    select distinct v.site_id from records_of_person(${personId}::uuid) r join visit v on v.person_id = r
    where v.status <> 'held' order by v.site_id`
  return rows.map(({ siteId }) => siteId)
}

/** The latest wish of an account. */
export const latestWishOf = (db: Db, { personId, accountId }: Subject): Promise<WishRow | null> =>
  rowOf(
    db,
  )<WishRow>`${wishes(sql`(w.account_id = ${accountId} or w.person_id in (select records_of_person(${personId}::uuid)))`)}
    order by w.id desc limit 1`

/** An account with the current record of its holder. */
export async function subjectOf(db: Db, accountId: string): Promise<Subject> {
  const row = await rowOf(db)<{ personId: string }>`
    select current_person(k.person_id) as person_id from account_person k where k.account_id = ${accountId} and k.kind = 'self'`
  return { personId: row?.personId ?? null, accountId }
}

/** The account of a person, if there is one. */
export const accountOf = async (db: Db, personId: string): Promise<string | null> =>
  (
    await rowOf(db)<{ id: string }>`
    select a.id from records_of_person(${personId}::uuid) r join account_person k on k.person_id = r and k.kind = 'self'
      join account a on a.id = k.account_id order by a.status = 'Active' desc, k.since limit 1`
  )?.id ?? null

export const addWish = (tx: Db, wish: Insertable<ErasureWish>) =>
  tx.insertInto('erasureWish').values(wish).execute()

type Told = { fullName: string; email: string; signInPhone: string | null; language: Language }

/** The open accounts that are erased with a wish. */
export const accountsToErase = (db: Db, { personId, accountId }: Subject): Promise<Told[]> =>
  rowsOf(db)`
    select a.full_name, a.email, a.sign_in_phone, a.language from account a
    where a.id = any(erased_accounts(${personId}::uuid, ${accountId}::uuid)) and a.status = 'Active' order by a.id`

/** The address and the number of a person without an account. */
export const reachedBy = (db: Db, personId: string) =>
  rowOf(db)<{ fullName: string; email: string; phone: string | null }>`
    select p.full_name, p.email, (select h.phone from records_of_person(p.id) r join person_phone h on h.person_id = r
      order by h.person_id = p.id desc, h.position limit 1) as phone
    from person p where p.id = ${personId}`

export const listObstacles = (db: Db, { personId, accountId }: Subject) =>
  rowsOf(db)<{ code: Obstacle; total: number }>`
    select code, total from erasure_obstacles(${personId}::uuid, ${accountId}::uuid)`

export async function countParts(db: Db, { personId, accountId }: Subject) {
  const rows = await rowsOf(db)<{ code: ErasedPart | KeptPart; total: number }>`
    select code, total from erasure_counts(${personId}::uuid, ${accountId}::uuid)`
  return new Map<string, number>(rows.map(({ code, total }) => [code, total]))
}

/** Ends an open wish of this version without erasing. False if it is not open in this version any more. */
export const endWish = (
  tx: Db,
  { id, version }: { id: string; version: number },
  end: { state: 'withdrawn' | 'refused'; reason: string; decidedBy: string; decidedAt: Date },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('erasureWish')
      .set({ ...end, version: version + 1 })
      .where('id', '=', id)
      .where('version', '=', version)
      .where('state', '=', 'open'),
  )

/** Erases what an open wish of this version asks for. */
export const carryOut = (
  tx: Db,
  { id, version, by, at }: { id: string; version: number; by: string | null; at: Date },
) =>
  rowOf(
    tx,
  )`select carry_out_erasure(${id}::uuid, ${version}::int, ${by}::uuid, ${at}::timestamptz)::text as done`

/** The carried out wishes except these, with the records and accounts that were erased. */
export const listErasures = (
  db: Db,
  known: readonly string[],
): Promise<{ id: string; erasedAt: Date; persons: string[]; accounts: string[] }[]> =>
  rowsOf(db)`
    select w.id, w.decided_at as erased_at, array(select p.id from person p where p.forgotten_at = w.decided_at) as persons,
      array(select a.id from account a where a.forgotten_at = w.decided_at) as accounts
    from erasure_wish w where w.state = 'carried_out' and w.id <> all(${[...known]}::uuid[]) order by w.id`

/** Notes whom a restored database still has, to be erased again. As the owner. Returns their number. */
export async function noteAgain(
  db: Db,
  {
    erasedAt,
    persons,
    accounts,
  }: { erasedAt: Date; persons: readonly string[]; accounts: readonly string[] },
): Promise<number> {
  const noted = await rowsOf(db)`
    insert into erasure_again (person_id, account_id, erased_at)
    select p.id, null, ${erasedAt}::timestamptz from person p where p.id = any(${[...persons]}::uuid[]) and p.forgotten_at is null
    union all
    select null, a.id, ${erasedAt} from account a where a.id = any(${[...accounts]}::uuid[]) and a.forgotten_at is null
    returning 1`
  return noted.length
}

/** Whom to erase again, records before accounts: an account is erased with the record of its holder. */
export async function listAgain(db: Db): Promise<string[]> {
  const rows = await rowsOf(db)<{ id: string }>`select id from erasure_again order by person_id is null, id`
  return rows.map(({ id }) => id)
}

/** Takes one of them, for this transaction alone. Null if another process has taken it. */
export const takeAgain = (tx: Db, id: string): Promise<(Subject & { isForgotten: boolean }) | null> =>
  rowOf(tx)`
    with taken as (delete from erasure_again where id = ${id} returning person_id, account_id)
    select current_person(t.person_id) as person_id, t.account_id,
      exists (select from person p where p.id = current_person(t.person_id) and p.forgotten_at is not null)
        or exists (select from account a where a.id = t.account_id and a.forgotten_at is not null) as is_forgotten
    from taken t`

export type OpenWish = Subject & { id: string; version: number; dueAt: Date }

/** The open wish of a person or an account. */
export const findOpenWish = (tx: Db, { personId, accountId }: Subject): Promise<OpenWish | null> =>
  rowOf(tx)`
    select w.id, w.version, wished_person(w) as person_id, w.account_id, ${dueAt} as due_at from erasure_wish w
    where w.state = 'open' and (wished_person(w) = ${personId}::uuid or w.account_id = ${accountId}::uuid) order by w.id limit 1`
