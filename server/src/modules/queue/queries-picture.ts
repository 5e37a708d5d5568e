import { type RawBuilder, sql } from 'kysely'
import type { Gender, Priority } from '#contract/options.ts'
import { openTo } from '#server/modules/people/index.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import { jsonObject } from '#server/platform/json-object.ts'
import { type DeskRow, type QueueRow, queues } from './queries-queue.ts'
import type { QueueEvent, Ticket } from './ticket-life.ts'

/** A site's whole queue, read by one statement so that it is consistent. JSON has instants as texts; those of tickets are parsed. */

/** A ticket with the names of tests and people, its owner, and its latest event that was not undone. */
export type PictureTicket = Omit<Ticket, 'siteId' | 'endSeen' | 'lastEvent'> & {
  staff: { id: string; name: string } | null
  /** `tests` are their names as they are now. */
  testCodes: string[]
  /** The accounts that are or look after the person of the visit. */
  accountIds: string[]
  reference: string
  patient: { fullName: string; age: number; gender: Gender }
  priority: Priority
  /** False if the visit was cancelled or is a no-show: the ticket is not called. */
  stands: boolean
  lastEvent: Pick<QueueEvent, 'seq' | 'kind' | 'desk'>
}

export type PictureDesk = Pick<DeskRow, 'number' | 'name' | 'room' | 'active' | 'state' | 'since'> & {
  staff: { id: string; name: string } | null
}

export type PictureRow = QueueRow & {
  tickets: PictureTicket[]
  desks: PictureDesk[]
  calls: { seq: number; code: string; desk: string; at: Date; again: boolean }[]
  expected: number
}

/** Parses the instants of a JSON object, which are its fields `at`, `since` and those that end with `At`. */
const revive = <Row extends object>(row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value !== null && /(^at|^since|At)$/.test(name) ? new Date(value) : value,
    ]),
  ) as Row

const staffJson = (id: string) =>
  sql`(select jsonb_build_object('id', id, 'name', full_name) from account where id = ${sql.ref(id)})`

/** The columns of a ticket as they are; what else a picture shows of it is in `ticketJson`. */
const ticketColumns =
  `id visitId day number code class urgent appointmentAt room forDesk status arrivedAt queuedAt skips desk
  staffId calledAt recalledAt recalls startedAt endedAt`.split(/\s+/)

const ticketJson = sql`${jsonObject('t', ticketColumns)} || ${jsonObject('v', ['reference', 'priority'])}
  || jsonb_build_object('staff', ${staffJson('t.staffId')}, 'patient', ${jsonObject('v', ['fullName', 'age', 'gender'])},
    'accountIds', (select coalesce(jsonb_agg(a), '[]') from accounts_of_person(v.person_id) a), 'testCodes', t.tests,
    'tests', (select coalesce(jsonb_agg(x.name order by x.position), '[]') from test x where x.code = any(t.tests)),
    'stands', v.status not in ('cancelled', 'no_show'),
    'lastEvent', (select jsonb_build_object('seq', e.seq, 'kind', e.kind, 'desk', e.desk) from queue_event e
      where e.site_id = t.site_id and e.ticket_id = t.id and e.kind <> 'undone'
        and not exists (select from queue_event u where u.site_id = e.site_id and u.undoes = e.seq)
      order by e.seq desc limit 1))`

const callsShown = 8

export type PictureAsk = {
  siteId: string
  /** The first instant of the local day, and of the next. */
  start: Date
  end: Date
  now: Date
  /** Tickets that ended since then are included; null: none. */
  endedSince: Date | null
  /** The only waiting or ended ticket to read; tickets at a desk are always read. Null: all. */
  only: string | null
}

/**
 * With an upper bound in the future: for a one-sided condition, the planner expects a third of all tickets, and reads the whole
 * table.
 */
const endedSince = (since: Date) =>
  sql`t.ended_at > ${since} and t.ended_at < ${since}::timestamptz + interval '1 year'`

const ticketsWith = (condition: RawBuilder<unknown>) => sql<PictureTicket[]>`
  coalesce((select jsonb_agg(${ticketJson}) from ticket t join visit v on v.site_id = t.site_id and v.id = t.visit_id
    where t.site_id = q.site_id and ${condition}), '[]')`

const desks = sql<PictureDesk[]>`
  coalesce((select jsonb_agg(${jsonObject('d', ['number', 'name', 'room', 'active', 'state', 'since'])}
      || jsonb_build_object('staff', ${staffJson('d.staffId')}) order by d.number)
    from desk d where d.site_id = q.site_id), '[]')`

/** The latest calls of the day that were not undone, latest first. */
const callsSince = (start: Date) => sql<PictureRow['calls']>`
  coalesce((select jsonb_agg(jsonb_build_object('seq', e.seq, 'at', e.at, 'again', e.kind = 'recalled',
      'code', (select code from ticket t where t.site_id = e.site_id and t.id = e.ticket_id),
      'desk', (select name from desk d where d.site_id = e.site_id and d.number = e.desk)) order by e.seq desc)
    from (select * from queue_event e where e.site_id = q.site_id and e.kind in ('called', 'recalled')
      and e.seq > coalesce((select y.seq from queue_event y where y.site_id = q.site_id and y.at < ${start}
        order by y.at desc limit 1), 0)
      and not exists (select from queue_event u where u.site_id = e.site_id and u.undoes = e.seq)
      order by e.seq desc limit ${callsShown}) e), '[]')`

export async function readPictureRow(db: Db, ask: PictureAsk): Promise<PictureRow | null> {
  const { only, now, end } = ask
  const live = sql`t.status in ('waiting', 'called', 'serving')`
  const recent = ask.endedSince === null ? null : endedSince(ask.endedSince)
  const ended = only === null ? recent : sql`t.id = ${only} and t.ended_at is not null`
  const row = await queues(db)
    .where('q.siteId', '=', ask.siteId)
    .select([
      ticketsWith(only === null ? live : sql`${live} and (t.id = ${only} or t.status <> 'waiting')`).as(
        'live',
      ),
      (ended === null ? sql<PictureTicket[]>`'[]'::jsonb` : ticketsWith(ended)).as('ended'),
      desks.as('desks'),
      callsSince(ask.start).as('calls'),
      sql<number>`(select count(*) from visit v where v.site_id = q.site_id and v.status = 'booked'
        and v.starts_at >= ${now} and v.starts_at < ${end})`.as('expected'),
    ])
    .executeTakeFirst()
  if (!row) return null
  const { live: present, ended: past, ...rest } = row
  return {
    ...rest,
    tickets: [...present, ...past].map(revive),
    desks: row.desks.map(revive),
    calls: row.calls.map(revive),
  }
}

/** Whose tickets a patient may see: those that an account opens, or those of one visit, by its pass code. */
export type Holder = { accountId: string } | { visitId: string }

/** The holder's tickets that ended today. */
export async function endedTicketsOf(
  db: Db,
  siteId: string,
  holder: Holder,
  day: string,
): Promise<PictureTicket[]> {
  const own = 'accountId' in holder ? openTo(holder.accountId) : sql`v.id = ${holder.visitId}`
  const rows = await rowsOf(db)<{ ticket: PictureTicket }>`
    select ${ticketJson} as ticket from visit v join ticket t on t.site_id = v.site_id and t.visit_id = v.id
    where v.site_id = ${siteId} and ${own} and t.day = ${day}::date and t.ended_at is not null
    order by t.ended_at desc limit 10`
  return rows.map(({ ticket }) => revive(ticket))
}

/** The site of an account's queue: of its open ticket, else of the visit nearest to now. */
export const siteOfPatient = (db: Db, accountId: string, now: Date): Promise<{ siteId: string } | null> =>
  rowOf(db)`
      select v.site_id from visit v
      where ${openTo(accountId)} and v.status <> 'held'
      order by exists (select from ticket t where t.site_id = v.site_id and t.visit_id = v.id
          and t.status in ('waiting', 'called', 'serving')) desc,
        abs(extract(epoch from v.starts_at - ${now}::timestamptz))
      limit 1`
