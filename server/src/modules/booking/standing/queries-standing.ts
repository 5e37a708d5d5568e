import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { StandingOrder } from '#contract/standing.ts'
import { accountTold } from '#server/modules/people/index.ts'
import { type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import { type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { DB } from '#server/platform/schema.gen.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements on standing orders `o`. */

export type StandingRow = StandingOrder & Requester & { personId: string; siteId: string; timeZone: string }
type Requester = Pick<Selectable<DB['standingOrder']>, 'referrerId' | 'facilityId' | 'requestedBy'>

/** The names by which the tests and packages are booked. */
const tests = sql`(select array_agg(coalesce(k.name, t.name) order by i.place)
  from unnest(o.items) with ordinality i (code, place)
    left join test t on t.code = i.code left join test_package k on k.code = i.code)`

/** The present day at the site. */
const today = (now: Date) => sql`(${now}::timestamptz at time zone s.time_zone)::date`

/** The latest due day that has a message or a visit, as `d`. If its visit is cancelled or missed, it is due again. */
const latestDue = (now: Date) => sql`lateral (
  select f.due_on, v.id as visit_id,
    case when v.id is not null then 'booked' when f.due_on < ${today(now)} then 'missed' else 'due' end as state
  from standing_due f left join visit v on v.site_id = f.visit_site_id and v.id = f.visit_id
    and v.status not in ('cancelled', 'no_show')
  where f.standing_id = o.id order by f.due_on desc limit 1) d`

const readStanding = (db: Db, now: Date, which: RawBuilder<unknown>): Promise<StandingRow[]> =>
  rowsOf(db)`
    select o.id, p.id as person_id, jsonb_build_object('id', p.id, 'fullName', p.full_name) as person, ${tests} as tests,
      o.every, o.unit, o.first_on as from, o.until_on as until, o.site_id, s.time_zone,
      jsonb_build_object('id', s.id, 'name', s.name) as site, o.referrer_id, o.facility_id, o.requested_by,
      coalesce(nullif(concat_ws(', ', r.full_name, h.name), ''), f.name, nullif(o.requested_by, '')) as asked,
      case when d.due_on is not null
        then jsonb_build_object('on', d.due_on, 'state', d.state, 'visitId', d.visit_id) end as due,
      case when o.ended_at is null then o.next_on end as next,
      (o.ended_at at time zone s.time_zone)::date as ended
    from standing_order o join site s on s.id = o.site_id join person p on p.id = current_person(o.person_id)
      left join referrer r on r.id = o.referrer_id left join facility h on h.id = r.facility_id
      left join facility f on f.id = o.facility_id left join ${latestDue(now)} on true
    where ${which} order by o.ended_at is not null, o.id desc`

export const standingOfPerson = (db: Db, now: Date, personId: string, sites: Sites) =>
  readStanding(
    db,
    now,
    sql`o.person_id in (select records_of_person(${personId}::uuid)) ${atSites('o.site_id', sites)}`,
  )

/** The standing orders of the persons whose records an account has access to, without ended orders. */
export const standingOfAccount = (db: Db, now: Date, accountId: string) =>
  readStanding(
    db,
    now,
    sql`o.person_id = any(array(select persons_of_account(${accountId}::uuid))) and o.ended_at is null
      and (o.next_on is not null or d.state in ('due', 'booked') and d.due_on >= ${today(now)})`,
  )

/** The reach of a caller: an account with access to the person's record, or staff of some sites. */
export type StandingReach = { accountId: string } | { sites: Sites }

const within = (reach: StandingReach) =>
  'accountId' in reach
    ? sql`and o.person_id = any(array(select persons_of_account(${reach.accountId}::uuid)))`
    : atSites('o.site_id', reach.sites)

export const findStanding = async (
  db: Db,
  now: Date,
  reach: StandingReach,
  id: string,
): Promise<StandingRow | undefined> => (await readStanding(db, now, sql`o.id = ${id} ${within(reach)}`))[0]

export const insertStanding = (tx: Db, row: Insertable<DB['standingOrder']>) =>
  tx.insertInto('standingOrder').values(row).execute()

/** Returns false if the standing order has ended before. */
export const endStanding = (tx: Db, id: string, { by, now }: { by: string; now: Date }): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('standingOrder')
      .set({ endedAt: now, endedBy: by })
      .where('id', '=', id)
      .where('endedAt', 'is', null),
  )

export type Rhythm = Pick<Selectable<DB['standingOrder']>, 'id' | 'firstOn' | 'every' | 'unit' | 'untilOn'>

/** The standing orders whose next message is due. */
export const standingToTell = (
  db: Db,
  now: Date,
): Promise<(Rhythm & { nextOn: string; personId: string; past: boolean })[]> =>
  rowsOf(db)`
    select o.id, o.first_on, o.every, o.unit, o.until_on, o.next_on, p.id as person_id,
      o.next_on < ${today(now)} or p.deceased as past
    from standing_order o join site s on s.id = o.site_id join person p on p.id = current_person(o.person_id)
    where o.ended_at is null and o.next_on is not null and o.next_on <= ${today(now)} + o.remind_days
    order by o.next_on, o.id limit 200`

/** Returns false if another process or a booking has already moved the standing order on from this due day. */
export const moveOn = (tx: Db, id: string, from: string, to: string | null): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('standingOrder')
      .set({ nextOn: to })
      .where('id', '=', id)
      .where('nextOn', '=', from)
      .where('endedAt', 'is', null),
  )

export const insertDue = (tx: Db, row: Insertable<DB['standingDue']>) =>
  tx.insertInto('standingDue').values(row).execute()

/** Reads and locks a standing order that has not ended, until the transaction ends. */
export const lockStanding = (tx: Db, id: string): Promise<(Rhythm & { nextOn: string | null }) | null> =>
  rowOf(tx)`
    select id, first_on, every, unit, until_on, next_on from standing_order
    where id = ${id} and ended_at is null for update`

export const bookDue = (tx: Db, id: string, dueOn: string, visit: { siteId: string; id: string }) =>
  tx
    .updateTable('standingDue')
    .set({ visitSiteId: visit.siteId, visitId: visit.id })
    .where('standingId', '=', id)
    .where('dueOn', '=', dueOn)
    .execute()

/** The recipient of a message for a person: the account that gets messages about their visits, otherwise the person's own phone number. */
export const toldOf = (
  db: Db,
  personId: string,
): Promise<{ fullName: string; email: string; signInPhone: string | null; hasAccount: boolean } | null> =>
  rowOf(db)`
    select coalesce(a.full_name, p.full_name) as full_name, coalesce(a.email, '') as email,
      case when a.id is null then n.phone else a.sign_in_phone end as sign_in_phone, a.id is not null as has_account
    from (select null::uuid as account_id, ${personId}::uuid as person_id) v join person p on p.id = v.person_id
      cross join ${accountTold} left join account a on a.id = told.id and a.status = 'Active'
      left join lateral (select phone from person_phone n where n.person_id = p.id order by n.position limit 1) n on true`

type MissedRow = {
  id: string
  person: { id: string; fullName: string; phone: string }
  tests: string[]
  dueOn: string
  site: { id: string; name: string }
}
const latestFirst: Order<MissedRow> = { id: uuid('o.id desc') }

export const listMissedRows = (db: Db, now: Date, sites: Sites, page: PageQuery): Promise<Page<MissedRow>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<MissedRow>`
      select o.id, jsonb_build_object('id', p.id, 'fullName', p.full_name, 'phone', coalesce(n.phone, '')) as person,
        ${tests} as tests, d.due_on, jsonb_build_object('id', s.id, 'name', s.name) as site
      from standing_order o join site s on s.id = o.site_id join person p on p.id = current_person(o.person_id)
        cross join ${latestDue(now)}
        left join lateral (select phone from person_phone n where n.person_id = p.id order by n.position limit 1) n on true
      where o.ended_at is null and not p.deceased and d.state = 'missed' ${atSites('o.site_id', sites)} and ${after}
      order by ${by} limit ${limit}`.execute(db),
  )
