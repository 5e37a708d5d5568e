import { sql } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { type PatientRow, patientJson } from './queries-samples.ts'

/** Statements on rejected samples and their replacement tubes. */

/**
 * Locks the unfinished tasks of a sample until the transaction ends. Call it before any other lock: starting a task locks the
 * task first and then its visit.
 */
export async function lockUnfinished(tx: Db, sample: { siteId: string; id: string }): Promise<void> {
  await sql`
    select 1 from task where site_id = ${sample.siteId} and sample_id = ${sample.id} and withdrawn_at is null
      and status <> 'completed' order by id for update`.execute(tx)
}

export async function setRejected(
  tx: Db,
  accession: string,
  rejection: { by: string; now: Date; reason: string; note: string },
): Promise<boolean> {
  const { rows } = await sql`
    update sample set status = 'rejected', rejected_at = ${rejection.now}, rejected_by = ${rejection.by},
      rejection_reason = ${rejection.reason}, rejection_note = ${rejection.note}
    where accession = ${accession} and status in ('collected', 'received')
      and not exists (select from task k where k.site_id = sample.site_id and k.sample_id = sample.id
        and k.status = 'completed')
    returning 1`.execute(tx)
  return rows.length > 0
}

/** The number reserved for the replacement tube, so that its label can be printed before collection. */
export async function setNextLabel(
  tx: Db,
  sample: { siteId: string; id: string },
  accession: string,
): Promise<void> {
  await tx
    .updateTable('sample')
    .set({ nextAccession: accession })
    .where('siteId', '=', sample.siteId)
    .where('id', '=', sample.id)
    .execute()
}

/** Rejected samples of a visit that have not been collected again, with their tests. */
export async function awaitedOf(
  db: Db,
  siteId: string,
  visitId: string,
): Promise<{ id: string; nextLabel: string | null; tests: string[] }[]> {
  const { rows } = await sql<{ id: string; nextLabel: string | null; tests: string[] }>`
    select s.id, s.next_accession as "nextLabel",
      array(select k.test_code from task k where k.site_id = s.site_id and k.sample_id = s.id) as tests
    from sample s
    where s.site_id = ${siteId} and s.visit_id = ${visitId} and s.status = 'rejected' and s.aliquot_of is null
      and not exists (select from sample r where r.site_id = s.site_id and r.replaces is not null and r.replaces = s.id)
    order by s.accession`.execute(db)
  return rows
}

/** The visit of a label that was printed for a tube not yet collected. */
export async function findByNextLabel(db: Db, accession: string): Promise<string | null> {
  const { rows } = await sql<{ visitId: string }>`
    select visit_id as "visitId" from sample where next_accession is not null and next_accession = ${accession}`.execute(
    db,
  )
  return rows[0]?.visitId ?? null
}

export type Label = {
  accession: string
  reference: string
  patient: PatientRow
  specimen: string
  tube: string
}

/** The text of labels, for samples and for replacement tubes that are still to be collected. */
export async function labelsOf(db: Db, sites: Sites, accessions: readonly string[]): Promise<Label[]> {
  const asked = [...accessions]
  const { rows } = await sql<Label>`
    select l.accession, v.reference, ${patientJson} as patient, l.specimen, l.tube
    from (
      select site_id, visit_id, accession, specimen, tube from sample where accession = any(${asked}::text[])
      union all
      select site_id, visit_id, next_accession, specimen, tube from sample s
      where next_accession is not null and next_accession = any(${asked}::text[])
        and not exists (select from sample r where r.accession = s.next_accession)
    ) l join visit v on v.site_id = l.site_id and v.id = l.visit_id
    where true ${atSites('v.site_id', sites)}
    order by l.accession`.execute(db)
  return rows
}
