import { type RawBuilder, sql } from 'kysely'
import { isEntrySeenAt } from '#server/modules/people/index.ts'
import type { Within } from '../kind.ts'

/** Entries of the audit trail. */

export type EntryRow = {
  position: number
  at: Date
  action: string
  kind: string
  subjectId: string
  does: 'R' | 'E'
  /** The person who acted, or the program; null: the laboratory’s software. */
  agent: string | null
  role: string | null
  network: string
  personId: string | null
}

/** A row of a table whose key begins with the site. */
const ofSite = (table: string) =>
  sql`site z join ${sql.table(table)} w on w.site_id = z.id and w.id = a.subject_id::uuid`

const visitOf = sql`join visit v on v.site_id = w.site_id and v.id = w.visit_id`
const taskOf = sql`join task k on k.site_id = w.site_id and k.id = w.task_id`

/** The patient whom an entry is about. */
const personOf = sql`case a.subject_kind
    when 'person' then current_person(a.subject_id::uuid)
    when 'visit' then (select current_person(w.person_id) from ${ofSite('visit')})
    when 'sample' then (select current_person(v.person_id) from ${ofSite('sample')} ${visitOf})
    when 'task' then (select current_person(v.person_id) from ${ofSite('task')} ${visitOf})
    when 'attachment' then (select current_person(v.person_id) from ${ofSite('task_attachment')} ${taskOf}
      join visit v on v.site_id = k.site_id and v.id = k.visit_id)
    when 'clinic_order' then (select current_person(w.person_id) from ${ofSite('clinic_order')})
  end`

/** Programs do not learn of confidential tests (decision 0096). */
const isOpen = sql`a.action not in ('report.issued_apart', 'report.read_apart') and case a.subject_kind
    when 'task' then not exists (select from ${ofSite('task')} join test t on t.code = w.test_code where t.confidential)
    when 'attachment' then not exists (select from ${ofSite('task_attachment')} ${taskOf}
      join test t on t.code = k.test_code where t.confidential)
    when 'test' then not exists (select from test t where t.code = a.subject_id and t.confidential)
    else true end`

/**
 * The entries that a manager of the sites sees. A client of a facility and an app see none: entries name people of the laboratory, and patients
 * and clinicians have lists of their own. The states before and after and the reasons are left out, since they can name confidential tests.
 */
export const entryRows = ({ sites, facilityId, person }: Within): RawBuilder<unknown> => sql`
  select a.position, a.at, a.action, a.subject_kind as kind, a.subject_id, coalesce(a.network, '') as network,
    case when a.action ~ '[.](read|opened|downloaded|exported)' then 'R' else 'E' end as does, coalesce(a.role, c.role) as role,
    case when a.action = 'api_client.read' then a.after ->> 'name' else c.full_name end as agent, ${personOf} as person_id
  from audit a left join account c on c.id = a.account_id
  where ${facilityId === null && person === null} and ${isEntrySeenAt(sites)} and ${isOpen}`

/** Condition on entries: about this row. */
export const isAbout = (kind: string, id: string) => sql<boolean>`(r.kind = ${kind} and r.subject_id = ${id})`

/** Condition on entries: about any record of a person, their visits and what belongs to them. */
export const isAboutPerson = (id: string) => sql<boolean>`(r.kind, r.subject_id) in (
  with records as materialized (select records_of_person(${id}::uuid) as id),
    visits as materialized (select v.site_id, v.id from records p join visit v on v.person_id = p.id)
  select 'person', id::text from records
  union all select 'visit', id::text from visits
  union all select 'sample', w.id::text from visits v join sample w on w.site_id = v.site_id and w.visit_id = v.id
  union all select 'task', w.id::text from visits v join task w on w.site_id = v.site_id and w.visit_id = v.id
  union all select 'attachment', f.id::text from visits v join task w on w.site_id = v.site_id and w.visit_id = v.id
    join task_attachment f on f.site_id = w.site_id and f.task_id = w.id
  union all select 'clinic_order', o.id::text from records p join clinic_order o on o.person_id = p.id)`
