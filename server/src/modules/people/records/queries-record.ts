import { type RawBuilder, sql } from 'kysely'
import type { CareKind } from '#contract/options.ts'
import type { PatientRecord, PatientVisit } from '#contract/patients.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { instant, type Order, type Page, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { ofPerson, openTo, type PersonShortly } from './queries.ts'

/** Statements on the account of a patient, and on what the laboratory has of it. */

/** Visits that the caller sees, for statements that begin with nothing else of a visit's key. */
export const seenAt = (sites: Sites) => sql`v.site_id in (select id from site) ${atSites('v.site_id', sites)}`

/** The visits that an account opens. */
export const visitsOf = (accountId: string) => sql`${openTo(accountId)} and v.status <> 'held'`

/**
 * A patient's account; who sees some sites only sees those that open a visit there. `version` changes with every change of what
 * is shown.
 */
export const findAccount = (db: Db, id: string, sites: Sites, lock = false) =>
  db
    .selectFrom('account')
    .select(['id', 'fullName', 'email', 'phone', 'status', 'createdAt', 'notificationMethod'])
    .select(sql<string>`md5(concat_ws(E'\\n', full_name, email, phone, status))`.as('version'))
    .where('id', '=', id)
    .where('role', '=', 'user')
    .$if(sites !== null, (seen) =>
      seen.where(sql<boolean>`exists (select from visit v where ${visitsOf(id)} and ${seenAt(sites)})`),
    )
    .$if(lock, (locked) => locked.forUpdate())
    .executeTakeFirst()

/** The visits of a person, whichever account booked them. */
export const visitsOfPerson = (id: string) => sql`${ofPerson(id)} and v.status <> 'held'`

export async function readCounts(db: Db, accountId: string, sites: Sites, now: Date) {
  const row = await rowOf(db)<{ visits: number; upcoming: number; completed: number; noShow: number }>`
    select count(*)::int as visits, count(*) filter (where v.status = 'booked' and v.starts_at > ${now})::int as upcoming,
      count(*) filter (where v.status = 'completed')::int as completed,
      count(*) filter (where v.status = 'no_show')::int as no_show
    from visit v where ${visitsOf(accountId)} and ${seenAt(sites)}`
  return row ?? { visits: 0, upcoming: 0, completed: 0, noShow: 0 }
}

type PersonOfAccount = Pick<PersonShortly, 'id' | 'number' | 'fullName'> & { kind: CareKind }

/** The persons that an account is or looks after, its holder first. */
export const listPeopleOf = (db: Db, accountId: string): Promise<PersonOfAccount[]> =>
  rowsOf(db)`
    select p.id, p.number, p.full_name, k.kind
    from (select distinct on (id) current_person(person_id) as id, kind from account_person where account_id = ${accountId}
      order by 1, kind = 'self' desc) k join person p on p.id = k.id
    order by k.kind = 'self' desc, p.full_name, p.id`

type VisitRow = Omit<PatientVisit, 'startsAt' | 'reportedAt'> & { startsAt: Date; reportedAt: Date | null }

const latestFirst: Order<VisitRow> = { startsAt: instant('v.starts_at desc'), id: uuid('v.id desc') }

export const listVisitsOf = (
  db: Db,
  whose: RawBuilder<unknown>,
  sites: Sites,
  page: PageQuery,
): Promise<Page<VisitRow>> =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    sql<VisitRow>`
    select v.id, v.reference, v.status, v.starts_at, v.full_name,
      jsonb_build_object('id', s.id, 'name', s.name, 'timeZone', s.time_zone) as site,
      array(select t.name from visit_test vt join test t on t.code = vt.test_code
        where vt.site_id = v.site_id and vt.visit_id = v.id order by t.position) as tests,
      array(select p.accession from sample p where p.site_id = v.site_id and p.visit_id = v.id order by p.accession) as samples,
      (select r.released_at from report r where r.site_id = v.site_id and r.visit_id = v.id
        order by r.version desc limit 1) as reported_at
    from (select v.* from visit v where ${whose} and ${seenAt(sites)} and ${after} order by ${by} limit ${limit}) v
      join site s on s.id = v.site_id
    order by ${by}`.execute(db),
  )

type MessageRow = Omit<PatientRecord['messages'][number], 'at'> & { at: Date }

/** What was written to an account: about the latest visits that it opens, and to its address. */
export const listMessagesTo = (db: Db, accountId: string, sites: Sites): Promise<MessageRow[]> =>
  rowsOf(db)`
    select m.id, m.created_at as at, m.kind, m.channel, m.recipient as "to", m.state from (
      select o.id, o.created_at, o.kind, o.channel, o.recipient, o.state
      from (select v.id from visit v where ${visitsOf(accountId)} and ${seenAt(sites)}
          order by v.starts_at desc, v.id desc limit 100) v
        join outbox o on o.payload ->> 'visitId' = v.id::text and o.payload ->> 'visitId' is not null
      union all select o.id, o.created_at, o.kind, o.channel, o.recipient, o.state from account a
        join outbox o on lower(o.recipient) = lower(a.email) and o.recipient <> '' and o.payload ->> 'visitId' is null
        where a.id = ${accountId}) m
    order by m.id desc limit 50`
