import { type RawBuilder, sql } from 'kysely'
import { accountSeenAt } from '#server/modules/access/index.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { isSeenAt } from './records/queries.ts'

/** Subjects that belong to the whole laboratory. */
const ofLaboratory = [
  ...['dhis2', 'dhis2_line', 'case_rule', 'case_receiver'],
  ...['analyte', 'comment', 'contact_message', 'control_material', 'facility', 'interpretation', 'interval'],
  ...['laboratory', 'message_text', 'network', 'package', 'payer', 'referral_laboratory', 'referrer'],
  ...['registration', 'retention', 'tax', 'test'],
  ...['antibiotic', 'antibiotic_panel', 'breakpoint_table', 'expert_rule', 'organism'],
]
/** Tables of subjects with a site, by kind. */
const tablesOfSites = {
  visit: 'visit',
  sample: 'sample',
  task: 'task',
  attachment: 'task_attachment',
  control_lot: 'control_lot',
  instrument: 'instrument',
  till: 'till',
  nonconformity: 'nonconformity',
  stock: 'stock_item',
  clinic_order: 'clinic_order',
  downtime_form: 'downtime_form',
  place: 'monitored_place',
  eqa_scheme: 'eqa_scheme',
  eqa_round: 'eqa_round',
  manifest: 'manifest',
  storage_unit: 'storage_unit',
  storage_rack: 'storage_rack',
  disposal: 'disposal',
}
/** Like `tablesOfSites`, for tables whose rows can be deleted: the entries themselves contain the site. */
const removable = { closure: 'closure', shift: 'shift' }

/**
 * Whether a reader of certain sites may see the entry `a` of the audit trail: no entries about visits, closures, chairs and other objects
 * of other sites, nor about patients of other sites only. All readers see entries about staff and about settings of the whole laboratory.
 * Entries of a kind that is not listed here are hidden. Exports of appointments are restricted by site, since their search words may be
 * names.
 */
export function isEntrySeenAt(sites: Sites): RawBuilder<boolean> {
  if (sites === null) return sql`true`
  const here = sql`any(${[...sites]}::uuid[])`
  const isAt = (table: string) =>
    sql`exists (select from ${sql.table(table)} p where p.site_id = ${here} and p.id = a.subject_id::uuid)`
  const keptSite = sql`coalesce(a.after->>'siteId', a.before->>'siteId') = any(${[...sites]}::text[])`
  const ofSites = Object.entries(tablesOfSites).map(
    ([kind, table]) => sql`when a.subject_kind = ${kind} then ${isAt(table)}`,
  )
  const ofRemovable = Object.entries(removable).map(
    ([kind, table]) => sql`when a.subject_kind = ${kind} then ${isAt(table)} or ${keptSite}`,
  )
  return sql`case
      when a.action = 'appointments.exported' then ${keptSite}
      when a.subject_kind = any(${ofLaboratory}::text[]) then true
      when a.subject_kind in ('site', 'chair', 'desk') then left(a.subject_id, 36) = any(${[...sites]}::text[])
      when a.subject_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then false
      ${sql.join([...ofSites, ...ofRemovable], sql` `)}
      when a.subject_kind = 'person' then exists (
        select from person p where p.id = a.subject_id::uuid and ${isSeenAt(sites)})
      when a.subject_kind = 'message' then exists (
        select from outbox m join visit v on v.site_id = ${here} and v.id = (m.payload->>'visitId')::uuid
        where m.id = a.subject_id::uuid)
      when a.subject_kind = 'api_client' then coalesce((select array_agg(s.site_id) from api_client_site s
        where s.client_id = a.subject_id::uuid) <@ ${[...sites]}::uuid[], false)
      when a.subject_kind = 'account' then ${accountSeenAt(sites, sql`a.subject_id::uuid`)}
      else false end`
}
