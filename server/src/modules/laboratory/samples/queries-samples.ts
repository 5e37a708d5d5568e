import { sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import type { SampleState } from '#contract/task-states.ts'
import type { Db } from '#server/platform/database.ts'

/** Statements on samples and their numbers; the patient and people are joined for their names. */

/** The only statements on the tables of this module; patients and people are joined for their names. */

export type SampleRow = {
  id: string
  siteId: string
  visitId: string
  accession: string
  reference: string
  status: SampleState
  patient: { fullName: string; age: number; gender: Gender }
  collection: string
  specimen: string
  tube: string
  tests: { code: string; name: string }[]
  collectedAt: Date
  collectedBy: string
  place: string
  receivedAt: Date | null
  receivedBy: string | null
  rejectedAt: Date | null
  rejectedBy: string | null
  rejectionReason: string | null
  rejectionNote: string | null
  storagePlace: string
  aliquotOf: string | null
  replaces: string | null
}

export const patientJson = sql`jsonb_build_object('fullName', v.full_name, 'age', v.age, 'gender', v.gender)`

export const nameOf = (column: string) => sql`(select full_name from account where id = ${sql.ref(column)})`

const sampleColumns = sql`
  s.id, s.site_id as "siteId", s.visit_id as "visitId", s.accession, v.reference, s.status, ${patientJson} as patient,
  s.collection, s.specimen, s.tube,
  coalesce((select jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name) order by t.position)
    from task k join test t on t.code = k.test_code where k.site_id = s.site_id and k.sample_id = s.id), '[]') as tests,
  s.collected_at as "collectedAt", ${nameOf('s.collected_by')} as "collectedBy", s.place,
  s.received_at as "receivedAt", ${nameOf('s.received_by')} as "receivedBy",
  s.rejected_at as "rejectedAt", ${nameOf('s.rejected_by')} as "rejectedBy",
  s.rejection_reason as "rejectionReason", s.rejection_note as "rejectionNote", s.storage_place as "storagePlace",
  (select accession from sample a where a.site_id = s.site_id and a.id = s.aliquot_of) as "aliquotOf",
  (select accession from sample a where a.site_id = s.site_id and a.id = s.replaces) as "replaces"`

const samples = sql`sample s join visit v on v.site_id = s.site_id and v.id = s.visit_id`

export async function readSamples(db: Db, accessions: readonly string[]): Promise<SampleRow[]> {
  const { rows } = await sql<SampleRow>`
    select ${sampleColumns} from ${samples}
    where s.accession = any(${[...accessions]}::text[]) order by s.accession`.execute(db)
  return rows
}

export async function samplesOfVisit(db: Db, siteId: string, visitId: string): Promise<SampleRow[]> {
  const { rows } = await sql<SampleRow>`
    select ${sampleColumns} from ${samples}
    where s.site_id = ${siteId} and s.visit_id = ${visitId} order by s.accession`.execute(db)
  return rows
}

/**
 * The next `count` numbers of a site's day; the first of them is the result. The row is locked until the transaction
 * ends, so that a number that is rolled back is given to the next and none is left out or given twice.
 */
export async function takeSequence(tx: Db, siteId: string, day: string, count: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    insert into accession_day as taken (site_id, day, last) values (${siteId}, ${day}, ${count})
    on conflict (site_id, day) do update set last = taken.last + ${count}
    returning last`.execute(tx)
  return (rows[0]?.last ?? 0) - count + 1
}

export type NewSample = {
  id: string
  siteId: string
  visitId: string
  accession: string
  collection: string
  specimen: string
  tube: string
  collectedAt: Date
  collectedBy: string
  place: string
  identifiedBy: readonly string[]
  prepared: string
  aliquotOf: string | null
  replaces: string | null
}

export async function addSample(tx: Db, sample: NewSample): Promise<void> {
  await tx
    .insertInto('sample')
    .values({
      site_id: sample.siteId,
      id: sample.id,
      visit_id: sample.visitId,
      accession: sample.accession,
      collection: sample.collection,
      specimen: sample.specimen,
      tube: sample.tube,
      collected_at: sample.collectedAt,
      collected_by: sample.collectedBy,
      place: sample.place,
      identified_by: [...sample.identifiedBy],
      prepared: sample.prepared,
      aliquot_of: sample.aliquotOf,
      replaces: sample.replaces,
    })
    .execute()
}

/** Keeps two people from collecting one visit's tubes at once: the second waits here and then sees the first one's. */
export async function lockVisit(tx: Db, siteId: string, visitId: string): Promise<void> {
  await sql`select 1 from visit where site_id = ${siteId} and id = ${visitId} for update`.execute(tx)
}

/** True when this call received it: compared and set in one statement. */
export async function setReceived(
  tx: Db,
  accession: string,
  by: string,
  now: Date,
  place: string | null,
): Promise<boolean> {
  const { rows } = await sql`
    update sample set status = 'received', received_at = ${now}, received_by = ${by},
      storage_place = coalesce(${place}, storage_place)
    where accession = ${accession} and status = 'collected' returning 1`.execute(tx)
  return rows.length > 0
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

export async function setStorage(tx: Db, accession: string, place: string): Promise<void> {
  await tx.updateTable('sample').set({ storage_place: place }).where('accession', '=', accession).execute()
}
