import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** The only statements on `shift`. */

export type ShiftRow = {
  id: string
  siteId: string
  accountId: string
  startsAt: Date
  endsAt: Date
  note: string
}

type Times = { start: Date; end: Date }

const columns = sql`h.id, h.site_id as "siteId", h.account_id as "accountId", h.starts_at as "startsAt",
  h.ends_at as "endsAt", h.note`

/** Shifts at all sites that begin within an interval, by start. */
export async function listShifts(
  db: Db,
  { start, end }: Times,
): Promise<(ShiftRow & { siteName: string; timeZone: string })[]> {
  const { rows } = await sql<ShiftRow & { siteName: string; timeZone: string }>`
    select ${columns}, s.name as "siteName", s.time_zone as "timeZone"
    from site s join shift h on h.site_id = s.id and h.starts_at >= ${start} and h.starts_at < ${end}
    order by h.starts_at, h.id`.execute(db)
  return rows
}

/** A person's shifts that are not over and begin before `until`. */
export async function listShiftsOf(
  db: Db,
  accountId: string,
  { now, until }: { now: Date; until: Date },
): Promise<(ShiftRow & { siteName: string; timeZone: string })[]> {
  const { rows } = await sql<ShiftRow & { siteName: string; timeZone: string }>`
    select ${columns}, s.name as "siteName", s.time_zone as "timeZone"
    from shift h join site s on s.id = h.site_id
    where h.account_id = ${accountId} and h.ends_at > ${now} and h.starts_at < ${until}
    order by h.starts_at, h.id`.execute(db)
  return rows
}

/** Shifts of a site, by start. */
export async function shiftsAt(db: Db, siteId: string, { start, end }: Times): Promise<ShiftRow[]> {
  const { rows } = await sql<ShiftRow>`
    select ${columns} from shift h
    where h.site_id = ${siteId} and h.starts_at >= ${start} and h.starts_at < ${end}
    order by h.starts_at, h.id`.execute(db)
  return rows
}

export type Planned = { id: string; fullName: string; specialties: string[] }

/** Technicians who can have shifts, by name. */
export async function listPeople(db: Db): Promise<Planned[]> {
  const { rows } = await sql<Planned>`
    select a.id, a.full_name as "fullName", coalesce(array_agg(s.specialty order by s.specialty)
      filter (where s.specialty is not null), '{}') as specialties
    from account a left join account_specialty s on s.account_id = a.id
    where a.role = 'technician' and a.status = 'Active'
    group by a.id order by lower(a.full_name), a.id`.execute(db)
  return rows
}

/** Locks an active technician's account until the transaction ends; null if there is none with this id. */
export async function holdTechnician(tx: Db, id: string): Promise<{ fullName: string } | null> {
  const { rows } = await sql<{ fullName: string }>`
    select full_name as "fullName" from account
    where id = ${id} and role = 'technician' and status = 'Active' for share`.execute(tx)
  return rows[0] ?? null
}

/** The constraint `shift_of_person` refuses overlapping shifts of a person. */
export async function insertShift(tx: Db, row: ShiftRow): Promise<void> {
  await sql`
    insert into shift (site_id, id, account_id, starts_at, ends_at, note)
    values (${row.siteId}, ${row.id}, ${row.accountId}, ${row.startsAt}, ${row.endsAt}, ${row.note})`.execute(
    tx,
  )
}

/**
 * The same for many shifts. Those that overlap others, or whose person has left, are skipped. Locks the accounts until the
 * transaction ends. Returns the number of added shifts.
 */
export async function insertShifts(tx: Db, rows: readonly ShiftRow[]): Promise<number> {
  const { rows: added } = await sql`
    insert into shift (site_id, id, account_id, starts_at, ends_at, note)
    select f.site_id, f.id, f.account_id, f.starts_at, f.ends_at, f.note
    from unnest(${rows.map((row) => row.siteId)}::uuid[], ${rows.map((row) => row.id)}::uuid[],
      ${rows.map((row) => row.accountId)}::uuid[], ${rows.map((row) => row.startsAt)}::timestamptz[],
      ${rows.map((row) => row.endsAt)}::timestamptz[], ${rows.map((row) => row.note)}::text[])
      as f (site_id, id, account_id, starts_at, ends_at, note)
      join account a on a.id = f.account_id and a.role = 'technician' and a.status = 'Active'
    for share of a
    on conflict do nothing returning id`.execute(tx)
  return added.length
}

/** Locks the shift until the transaction ends. */
export async function findShift(
  tx: Db,
  sites: Sites,
  id: string,
): Promise<(ShiftRow & { timeZone: string }) | null> {
  const { rows } = await sql<ShiftRow & { timeZone: string }>`
    select ${columns}, s.time_zone as "timeZone" from site s join shift h on h.site_id = s.id
    where h.id = ${id} ${atSites('h.site_id', sites)} for update of h`.execute(tx)
  return rows[0] ?? null
}

export async function writeShift(tx: Db, row: ShiftRow): Promise<void> {
  await sql`
    update shift set account_id = ${row.accountId}, starts_at = ${row.startsAt}, ends_at = ${row.endsAt}, note = ${row.note}
    where site_id = ${row.siteId} and id = ${row.id}`.execute(tx)
}

export async function deleteShift(tx: Db, { siteId, id }: { siteId: string; id: string }): Promise<void> {
  await sql`delete from shift where site_id = ${siteId} and id = ${id}`.execute(tx)
}

/** Deletes a person's shifts that have not begun. */
export async function deleteShiftsOf(tx: Db, accountId: string, now: Date): Promise<void> {
  await sql`delete from shift where account_id = ${accountId} and starts_at > ${now}`.execute(tx)
}

/** The person and the site of an overlapping shift. */
export async function findClash(db: Db, accountId: string, { start, end }: Times, except: string | null) {
  const { rows } = await sql<ShiftRow & { siteName: string; timeZone: string }>`
    select ${columns}, s.name as "siteName", s.time_zone as "timeZone"
    from shift h join site s on s.id = h.site_id
    where h.account_id = ${accountId} and tstzrange(h.starts_at, h.ends_at) && tstzrange(${start}, ${end})
      and h.id is distinct from ${except}::uuid limit 1`.execute(db)
  return rows[0] ?? null
}

/** Number of visits by local day, without cancelled ones and holds. */
export async function bookedByDay(
  db: Db,
  { siteId, timeZone }: { siteId: string; timeZone: string },
  { start, end }: Times,
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ day: string; count: number }>`
    select to_char(starts_at at time zone ${timeZone}, 'YYYY-MM-DD') as day, count(*)::int as count from visit
    where site_id = ${siteId} and starts_at >= ${start} and starts_at < ${end} and status not in ('cancelled', 'held')
    group by 1`.execute(db)
  return new Map(rows.map(({ day, count }) => [day, count]))
}
