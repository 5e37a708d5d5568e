import { sql } from 'kysely'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'
import { patientJson, type SampleRow } from './queries-samples.ts'

/** Statements on rejected samples and their replacement tubes. */

type SampleKey = { siteId: string; id: string }

/**
 * Locks the unfinished tasks of a sample until the transaction ends. Call it before any other lock: starting a task locks the
 * task first and then its visit.
 */
export const lockUnfinished = (tx: Db, { siteId, id }: SampleKey) =>
  sql`select from task where site_id = ${siteId} and sample_id = ${id} and withdrawn_at is null
    and status <> 'completed' order by id for update`.execute(tx)

/** Returns false if the sample was rejected or discarded before, or one of its tasks is completed. */
export const setRejected = (
  tx: Db,
  accession: string,
  rejection: { rejectedBy: string; rejectedAt: Date; rejectionReason: string; rejectionNote: string },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('sample')
      .set({ status: 'rejected', ...rejection })
      .where('accession', '=', accession)
      .where('status', 'in', ['collected', 'received'])
      .where(
        sql<boolean>`not exists (select from task k where k.site_id = sample.site_id and k.sample_id = sample.id
          and k.status = 'completed')`,
      ),
  )

/** Reserves the number of the replacement tube, so that its label can be printed before collection. */
export const setNextLabel = (tx: Db, { siteId, id }: SampleKey, accession: string) =>
  tx
    .updateTable('sample')
    .set({ nextAccession: accession })
    .where((sample) => sample.and({ siteId, id }))
    .execute()

/** Rejected samples of a visit that have not been collected again, with their tests. */
export const awaitedOf = (db: Db, siteId: string, visitId: string) =>
  db
    .selectFrom('sample as s')
    .select(['s.id', 's.nextAccession as nextLabel'])
    .select(
      sql<string[]>`
        array(select k.test_code from task k where k.site_id = s.site_id and k.sample_id = s.id)`.as('tests'),
    )
    .where('s.siteId', '=', siteId)
    .where('s.visitId', '=', visitId)
    .where('s.status', '=', 'rejected')
    .where('s.aliquotOf', 'is', null)
    .where(
      sql<boolean>`not exists (
        select from sample r where r.site_id = s.site_id and r.replaces is not null and r.replaces = s.id)`,
    )
    .orderBy('s.accession')
    .execute()

/** The visit of a label that was printed for a tube not yet collected. */
export const findByNextLabel = (db: Db, accession: string) =>
  db
    .selectFrom('sample')
    .select('visitId')
    .where('nextAccession', 'is not', null)
    .where('nextAccession', '=', accession)
    .executeTakeFirst()

export type Label = Pick<SampleRow, 'accession' | 'reference' | 'patient' | 'specimen' | 'tube'>

/** The text of labels, for samples and for replacement tubes that are still to be collected. */
export async function labelsOf(db: Db, sites: Sites, accessions: readonly string[]): Promise<Label[]> {
  const asked = sql`any(${[...accessions]}::text[])`
  return rowsOf(db)<Label>`
    select l.accession, v.reference, ${patientJson} as patient, l.specimen, l.tube
    from (
      select site_id, visit_id, accession, specimen, tube from sample where accession = ${asked}
      union all
      select site_id, visit_id, next_accession, specimen, tube from sample s
      where next_accession is not null and next_accession = ${asked}
        and not exists (select from sample r where r.accession = s.next_accession)
    ) l join visit v on v.site_id = l.site_id and v.id = l.visit_id
    where true ${atSites('v.site_id', sites)}
    order by l.accession`
}
