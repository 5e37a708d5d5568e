import { sql } from 'kysely'
import { id } from '#contract/fields.ts'
import { openTo, parsePersonNumber } from '#server/modules/people/index.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { escapeLike } from '#server/platform/escape-like.ts'
import type { Subject } from './queries-audit.ts'

/** Statements on subjects of the audit trail: from search words to ids, and from ids to names. */

const mostPeople = 20

const isId = (text: string) => id.safeParse(text.toLowerCase()).success

/** Accounts of which name, e-mail and phone number hold these words, the index `account_search` serving. */
export async function findPeople(db: Db, words: string): Promise<string[]> {
  const pattern = `%${escapeLike(words)}%`
  const rows = await rowsOf(db)<{ id: string }>`
    select id from account where full_name || ' ' || email || ' ' || phone ilike ${pattern}
    order by role, id limit ${sql.lit(mostPeople)}`
  return rows.map((row) => row.id)
}

const parts = sql`
  select 'visit' as kind, v.id::text as id from visits v
  union all select 'sample', s.id::text from visits v join sample s on s.site_id = v.site_id and s.visit_id = v.id
  union all select 'task', k.id::text from visits v join task k on k.site_id = v.site_id and k.visit_id = v.id
  union all select 'attachment', f.id::text from visits v join task k on k.site_id = v.site_id and k.visit_id = v.id
    join task_attachment f on f.site_id = k.site_id and f.task_id = k.id`

/** Kinds of subjects for which a typed id is tried as their own. */
const kinds = [
  ...[
    'account',
    'analyte',
    'attachment',
    'chair',
    'closure',
    'control_lot',
    'control_material',
    'desk',
    'instrument',
    'interval',
  ],
  ...['laboratory', 'network', 'person', 'registration', 'sample', 'site', 'task', 'test'],
]

/**
 * What a reference, an accession number, an e-mail, a person number or an id means; a visit comes with all that is its own, a
 * person with all records and visits. An e-mail
 * means every account that had it when it was closed, too.
 */
export async function findSubjects(db: Db, words: string): Promise<Subject[]> {
  const uuid = isId(words) ? words.toLowerCase() : null
  const number = uuid === null ? parsePersonNumber(words) : null
  const own = [...new Set([words, uuid ?? words.toUpperCase()])]
  const pattern = `%${escapeLike(words)}%`
  const rows = await rowsOf(db)<Subject>`
    with records as (
      select r as id from person p, records_of_person(p.id) r
      where ${number === null ? sql`p.id = ${uuid}::uuid` : sql`p.number = ${number}`}
    ), visits as (
      select v.site_id, v.id from site s join visit v on v.site_id = s.id and v.reference = ${words.toUpperCase()}
      ${uuid ? sql`union select v.site_id, v.id from site s join visit v on v.site_id = s.id and v.id = ${uuid}` : sql``}
      union select v.site_id, v.id from records r join visit v on v.person_id = r.id and v.status <> 'held'
    )
    ${parts}
    union all select 'person', r.id::text from records r
    union all select 'sample', a.id::text from sample a where a.accession = ${words}
    union all select 'account', id::text from account
      where full_name || ' ' || email || ' ' || phone ilike ${pattern} and lower(email) = ${words.toLowerCase()}`
  const byId = own.flatMap((one) => kinds.map((kind) => ({ kind, id: one })))
  // A part can be found both by its own id and by its visit.
  return [...new Map([...rows, ...byId].map((one) => [`${one.kind} ${one.id}`, one])).values()]
}

/** All subjects of a patient's record: the account and all parts of their visits, or of one visit. */
export const subjectsOfPatient = (db: Db, accountId: string, visitId: string | null): Promise<Subject[]> =>
  rowsOf(db)`
    with visits as (
      select v.site_id, v.id from visit v where ${openTo(accountId)} and v.status <> 'held'
        ${visitId ? sql`and v.id = ${visitId}` : sql``}
    )
    ${parts}
    ${
      visitId
        ? sql``
        : sql`union all select 'account', a.id::text from account a where a.id = ${accountId}
          union all select 'person', current_person(k.person_id)::text from account_person k where k.account_id = ${accountId}`
    }`

export type NamedSubject = Subject & { name: string; visit: { id: string; reference: string } | null }

const ofVisit = sql`jsonb_build_object('id', v.id, 'reference', v.reference)`

/** The names of subjects, and the visits of parts; subjects without a name are left out. */
export async function nameSubjects(db: Db, subjects: readonly Subject[]): Promise<NamedSubject[]> {
  const ids = (kind: string) =>
    subjects.filter((one) => one.kind === kind && (kind === 'test' || isId(one.id))).map((one) => one.id)
  return rowsOf(db)<NamedSubject>`
    select 'visit' as kind, v.id::text as id, v.reference as name, ${ofVisit} as visit
    from site s join visit v on v.site_id = s.id and v.id = any(${ids('visit')}::uuid[])
    union all select 'sample', a.id::text, a.accession, ${ofVisit}
    from site s join sample a on a.site_id = s.id and a.id = any(${ids('sample')}::uuid[])
      join visit v on v.site_id = a.site_id and v.id = a.visit_id
    union all select 'task', k.id::text, t.name, ${ofVisit}
    from site s join task k on k.site_id = s.id and k.id = any(${ids('task')}::uuid[])
      join test t on t.code = k.test_code join visit v on v.site_id = k.site_id and v.id = k.visit_id
    union all select 'attachment', f.id::text, f.name, ${ofVisit}
    from site s join task_attachment f on f.site_id = s.id and f.id = any(${ids('attachment')}::uuid[])
      join task k on k.site_id = f.site_id and k.id = f.task_id
      join visit v on v.site_id = k.site_id and v.id = k.visit_id
    union all select 'instrument', i.id::text, i.name, null
    from site s join instrument i on i.site_id = s.id and i.id = any(${ids('instrument')}::uuid[])
    union all select 'clinic_order', o.id::text, o.code, null
    from clinic_order o where o.id = any(${ids('clinic_order')}::uuid[])
    union all select 'downtime_form', d.id::text, d.number::text, null
    from downtime_form d where d.id = any(${ids('downtime_form')}::uuid[])
    union all select 'api_client', p.id::text, p.name, null
    from api_client p where p.id = any(${ids('api_client')}::uuid[])
    union all select 'account', c.id::text, c.full_name, null
    from account c where c.id = any(${ids('account')}::uuid[])
    union all select 'person', p.id::text, p.full_name, null
    from person p where p.id = any(${ids('person')}::uuid[])
    union all select 'test', t.code, t.name, null from test t where t.code = any(${ids('test')}::text[])`
}
