import { sql } from 'kysely'
import type { Gender, Priority } from '#contract/options.ts'
import type { DeskState, QueueEventKind, Room } from '#contract/ticket-states.ts'
import { openTo } from '#server/modules/people/index.ts'
import type { Db } from '#server/platform/database.ts'
import { type EventRow, eventColumns, type Settings } from './queries-queue.ts'
import type { Ticket } from './ticket-life.ts'

/** The whole of a site's queue in one statement, and so as of one moment. JSON has instants as texts: those of tickets are read. */

/** A ticket with the names of tests and people, its owner, and its latest event that was not undone. */
export type PictureTicket = Omit<Ticket, 'endSeen' | 'lastEvent'> & {
  staffName: string | null
  /** `tests` are their names as they are now. */
  testCodes: string[]
  /** The accounts that are or look after the person of the visit. */
  accountIds: string[]
  reference: string
  patient: { fullName: string; age: number; gender: Gender }
  priority: Priority
  /** False if the visit was cancelled or is a no-show: the ticket is not called. */
  stands: boolean
  lastEvent: { seq: number; kind: QueueEventKind; desk: number | null }
}

export type PictureDesk = {
  number: number
  name: string
  room: Room
  active: boolean
  state: DeskState
  since: string | null
  staff: { id: string; name: string } | null
}

export type PictureRow = {
  seq: number
  site: { id: string; name: string; timeZone: string }
  settings: Settings
  tickets: PictureTicket[]
  desks: PictureDesk[]
  calls: { seq: number; code: string; desk: string; at: string; again: boolean }[]
  events: EventRow[]
  expected: number
}

const dates = [
  'appointmentAt',
  'arrivedAt',
  'queuedAt',
  'calledAt',
  'recalledAt',
  'startedAt',
  'endedAt',
] as const

function revive(raw: PictureTicket): PictureTicket {
  const ticket = { ...raw } as Record<string, unknown>
  for (const name of dates) if (raw[name] !== null) ticket[name] = new Date(raw[name])
  return ticket as PictureTicket
}

const ticketJson = sql`jsonb_build_object(
  'id', t.id, 'visitId', t.visit_id, 'day', t.day, 'number', t.number, 'code', t.code, 'class', t.class,
  'urgent', t.urgent, 'appointmentAt', t.appointment_at, 'room', t.room, 'forDesk', t.for_desk, 'status', t.status,
  'arrivedAt', t.arrived_at, 'queuedAt', t.queued_at, 'skips', t.skips, 'desk', t.desk, 'staffId', t.staff_id,
  'staffName', (select full_name from account where id = t.staff_id), 'calledAt', t.called_at,
  'recalledAt', t.recalled_at, 'recalls', t.recalls, 'startedAt', t.started_at, 'endedAt', t.ended_at,
  'accountIds', (select coalesce(jsonb_agg(a), '[]') from accounts_of_person(v.person_id) a), 'reference', v.reference, 'priority', v.priority,
  'patient', jsonb_build_object('fullName', v.full_name, 'age', v.age, 'gender', v.gender),
  'testCodes', t.tests, 'tests', (select coalesce(jsonb_agg(x.name order by x.position), '[]') from test x where x.code = any(t.tests)),
  'stands', v.status not in ('cancelled', 'no_show'),
  'lastEvent', (select jsonb_build_object('seq', e.seq, 'kind', e.kind, 'desk', e.desk) from queue_event e
    where e.site_id = t.site_id and e.ticket_id = t.id and e.kind <> 'undone'
      and not exists (select from queue_event u where u.site_id = e.site_id and u.undoes = e.seq)
    order by e.seq desc limit 1))`

const deskName = sql`(select name from desk d where d.site_id = e.site_id and d.number = e.desk)`
const ticketCode = sql`(select code from ticket t where t.site_id = e.site_id and t.id = e.ticket_id)`

const callsShown = 8

export type PictureAsk = {
  siteId: string
  /** The first instant of the local day, and of the next. */
  dayStart: Date
  dayEnd: Date
  now: Date
  /** Tickets that ended since then are included. */
  endedSince: Date
  /** The only waiting or ended ticket to read; tickets at a desk are always read. Null: all. */
  only: string | null
  /** Includes the events after this number, at most `mostEvents`. */
  since: number | null
  mostEvents: number
}

/**
 * With an upper bound in the future: for a one-sided condition, the planner expects a third of all tickets, and reads the whole
 * table.
 */
const endedSince = (since: Date) =>
  sql`t.ended_at > ${since} and t.ended_at < ${since}::timestamptz + interval '1 year'`

export async function readPictureRow(db: Db, ask: PictureAsk): Promise<PictureRow | null> {
  const { rows } = await sql<{ picture: PictureRow }>`
    select jsonb_build_object(
      'seq', q.last_event,
      'site', jsonb_build_object('id', s.id, 'name', s.name, 'timeZone', s.time_zone),
      'settings', jsonb_build_object(
        'graceBeforeMinutes', q.grace_before_minutes, 'graceAfterMinutes', q.grace_after_minutes,
        'ageingMinutes', q.ageing_minutes, 'aboveStatMinutes', q.above_stat_minutes,
        'checkInMinutes', q.check_in_minutes, 'noShowMinutes', q.no_show_minutes,
        'callEndsMinutes', q.call_ends_minutes, 'absentMinutes', q.absent_minutes),
      'tickets', coalesce((select jsonb_agg(${ticketJson})
        from ticket t join visit v on v.site_id = t.site_id and v.id = t.visit_id
        where t.site_id = q.site_id and t.status in ('waiting', 'called', 'serving')
          ${ask.only === null ? sql`` : sql`and (t.id = ${ask.only} or t.status <> 'waiting')`}), '[]')
        || coalesce((select jsonb_agg(${ticketJson})
        from ticket t join visit v on v.site_id = t.site_id and v.id = t.visit_id
        where t.site_id = q.site_id and ${ask.only === null ? endedSince(ask.endedSince) : sql`t.id = ${ask.only} and t.ended_at is not null`}), '[]'),
      'desks', coalesce((select jsonb_agg(jsonb_build_object('number', d.number, 'name', d.name, 'room', d.room,
          'active', d.active, 'state', d.state, 'since', d.since,
          'staff', (select jsonb_build_object('id', id, 'name', full_name) from account where id = d.staff_id))
          order by d.number)
        from desk d where d.site_id = q.site_id), '[]'),
      'calls', coalesce((select jsonb_agg(jsonb_build_object('seq', e.seq, 'code', ${ticketCode}, 'desk', ${deskName},
          'at', e.at, 'again', e.kind = 'recalled') order by e.seq desc)
        from (select * from queue_event e where e.site_id = q.site_id
          and e.seq > coalesce((select y.seq from queue_event y where y.site_id = q.site_id and y.at < ${ask.dayStart}
            order by y.at desc limit 1), 0)
          and e.kind in ('called', 'recalled')
          and not exists (select from queue_event u where u.site_id = e.site_id and u.undoes = e.seq)
          order by e.seq desc limit ${callsShown}) e), '[]'),
      'events', ${
        ask.since === null
          ? sql`'[]'::jsonb`
          : sql`coalesce((select jsonb_agg(to_jsonb(e) order by e.seq)
        from (select ${eventColumns} from queue_event e where e.site_id = q.site_id and e.seq > ${ask.since}
          order by e.seq limit ${ask.mostEvents}) e), '[]')`
      },
      'expected', (select count(*) from visit v where v.site_id = q.site_id and v.status = 'booked'
        and v.starts_at >= ${ask.now} and v.starts_at < ${ask.dayEnd})
    ) as picture
    from queue q join site s on s.id = q.site_id where q.site_id = ${ask.siteId}`.execute(db)
  const picture = rows[0]?.picture
  if (!picture) return null
  const events = picture.events.map((event) => ({ ...event, at: new Date(event.at) }))
  return { ...picture, events, tickets: picture.tickets.map(revive) }
}

/** Today's ended tickets of an account. */
export async function endedTicketsOf(
  db: Db,
  siteId: string,
  whose: { accountId: string } | { visitId: string },
  day: string,
): Promise<PictureTicket[]> {
  const own = 'accountId' in whose ? openTo(whose.accountId) : sql`v.id = ${whose.visitId}`
  const { rows } = await sql<{ ticket: PictureTicket }>`
    select ${ticketJson} as ticket from visit v join ticket t on t.site_id = v.site_id and t.visit_id = v.id
    where v.site_id = ${siteId} and ${own} and t.day = ${day}::date and t.ended_at is not null
    order by t.ended_at desc limit 10`.execute(db)
  return rows.map((row) => revive(row.ticket))
}

/** The site of an account's queue: of its open ticket, else of the visit nearest to now. */
export async function siteOfPatient(db: Db, accountId: string, now: Date): Promise<string | null> {
  const { rows } = await sql<{ siteId: string }>`
    select v.site_id as "siteId" from visit v
    where ${openTo(accountId)} and v.status <> 'held'
    order by exists (select from ticket t where t.site_id = v.site_id and t.visit_id = v.id
        and t.status in ('waiting', 'called', 'serving')) desc,
      abs(extract(epoch from v.starts_at - ${now}::timestamptz))
    limit 1`.execute(db)
  return rows[0]?.siteId ?? null
}
