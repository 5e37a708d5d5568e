import { sql } from 'kysely'
import type { ApiScope } from '#contract/api-clients.ts'
import { areResultsOpen } from '#server/modules/money/index.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { Reach } from '../kind.ts'
import { reachByItself } from '../queries-clients.ts'
import { visitsWithin } from '../queries-table.ts'
import { isTold } from '../webhooks/queries-told.ts'

/** Statements on messages that wait to be sent to hospitals. */

type Hearer = Reach & {
  connectionId: string
  scopes: ApiScope[]
  sendsResults: boolean
  sendsAppointments: boolean
}

/** The permissions that a client needs so that results and appointments are sent to it. */
export const resultScopes: readonly ApiScope[] = ['system/DiagnosticReport.rs', 'system/Observation.rs']
export const appointmentScopes: readonly ApiScope[] = ['system/Appointment.rs']

/** The types of messages about appointments by events. */
const appointmentTypes = sql`case e.type when 'visit.booked' then 'SIU^S12' when 'visit.moved' then 'SIU^S13'
  when 'visit.cancelled' then 'SIU^S15' when 'visit.no-show' then 'SIU^S26' else 'SIU^S14' end`

/** Turns events into messages of the connections whose clients may read what they are about. */
export async function spreadToHospitals(tx: Db, seqs: readonly number[], now: Date): Promise<void> {
  const hearers = await rowsOf(tx)<Hearer>`
    select n.id as connection_id, n.sends_results, n.sends_appointments, c.scopes, ${reachByItself}
    from hl7_connection n join api_client c on c.id = n.client_id and c.ended_at is null
    where n.ended_at is null and (n.sends_results or n.sends_appointments) order by n.id`
  for (const { connectionId, scopes, sendsResults, sendsAppointments, ...reach } of hearers) {
    const has = (some: readonly ApiScope[]) => some.every((scope) => scopes.includes(scope))
    const heard = [
      ...(sendsResults && has(resultScopes) ? ['report.%'] : []),
      ...(sendsAppointments && has(appointmentScopes) ? ['visit.%'] : []),
    ]
    if (heard.length === 0) continue
    const isOpen = sql`(g.version is null or ${areResultsOpen('g.site_id', 'g.visit_id')})`
    await sql`
      insert into hl7_message (id, connection_id, direction, control_id, type, at, peer, state, due_at, last_at, site_id, visit_id, report_version)
      select g.id, ${connectionId}::uuid, 'out', right(replace(g.id::text, '-', ''), 20), g.message_type, g.at, '',
        case when ${isOpen} then 'waiting' else 'unpaid' end, ${now}::timestamptz, ${now}::timestamptz, g.site_id, g.visit_id, g.version
      from (select uuidv7() as id, e.seq, e.at, e.site_id, e.visit_id, e.version,
            case when e.type like 'report.%' then 'ORU^R01' else ${appointmentTypes} end as message_type
          from webhook_event e
          where e.seq = any(${[...seqs]}::bigint[]) and e.type like any(${heard}::text[]) and ${isTold}
            and exists (select from ${visitsWithin(reach)} where v.site_id = e.site_id and v.id = e.visit_id)) g
      order by g.seq
      on conflict (connection_id, site_id, visit_id, report_version) where report_version is not null do nothing`.execute(
      tx,
    )
  }
}

/** Releases the results that no longer wait for a payment. */
export const openPaidResults = (db: Db, now: Date) =>
  sql`update hl7_message d set state = 'waiting', due_at = ${now}::timestamptz
    where d.state = 'unpaid' and ${areResultsOpen('d.site_id', 'd.visit_id')}`.execute(db)

/** `bytes`: as they are stored, encrypted; null if the message was not written yet. */
export type WaitingMessage = {
  id: string
  type: string
  controlId: string
  bytes: Buffer | null
  times: number
  refusals: number
  visitId: string
  reportVersion: number | null
}

/**
 * The next message of a connection that is due. No earlier message about the same visit waits. `inOneOrder`: no earlier message of the
 * connection waits.
 */
export const nextWaiting = (
  db: Db,
  { connectionId, inOneOrder, now }: { connectionId: string; inOneOrder: boolean; now: Date },
): Promise<WaitingMessage | null> =>
  rowOf(db)`
    select m.id, m.type, m.control_id, m.bytes, m.times, m.refusals, m.visit_id, m.report_version from hl7_message m
    where m.connection_id = ${connectionId} and m.state = 'waiting' and m.due_at <= ${now}::timestamptz
      and not exists (select from hl7_message e where e.connection_id = ${connectionId} and e.state = 'waiting' and e.seq < m.seq
        ${inOneOrder ? sql`` : sql`and e.visit_id = m.visit_id`})
    order by m.seq limit 1`
