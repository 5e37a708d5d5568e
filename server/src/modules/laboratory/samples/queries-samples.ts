import { sql } from 'kysely'
import type { Collection, Gender } from '#contract/options.ts'
import type { SampleState } from '#contract/task-states.ts'
import { numberOfPerson } from '#server/modules/people/index.ts'
import { opening } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import type { Db } from '#server/platform/database.ts'
import { atSites, type Sites } from '#server/platform/site-scope.ts'

/** Statements on samples and their numbers; the patient and people are joined for their names. */

/** The patient as stated when the visit was booked; `number` is the person's. */
export type PatientRow = { fullName: string; age: number; gender: Gender; number: number }

export type SampleRow = {
  id: string
  siteId: string
  visitId: string
  accession: string
  reference: string
  status: SampleState
  patient: PatientRow
  collection: Collection
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
  discardedAt: Date | null
  discardedBy: string | null
  discardReason: string | null
  storagePlace: string
  aliquotOf: string | null
  replaces: string | null
  replacedBy: string | null
  nextLabel: string | null
  aliquots: { accession: string; tube: string; status: SampleState; storagePlace: string }[]
}

export const patientJson = sql`jsonb_build_object('fullName', v.full_name, 'age', v.age, 'gender', v.gender,
  'number', ${numberOfPerson(sql`v.person_id`)})`

export const nameOf = (column: string) => sql`(select full_name from account where id = ${sql.ref(column)})`

/** The number of the sample that was collected in place of this one. */
const inPlace = sql`(select accession from sample r
  where r.site_id = s.site_id and r.replaces is not null and r.replaces = s.id)`

const sampleColumns = sql`
  s.id, s.site_id as "siteId", s.visit_id as "visitId", s.accession, v.reference, s.status, ${patientJson} as patient,
  s.collection, s.specimen, s.tube,
  coalesce((select jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name) order by t.position)
    from task k join test t on t.code = k.test_code where k.site_id = s.site_id and k.sample_id = s.id), '[]') as tests,
  s.collected_at as "collectedAt", ${nameOf('s.collected_by')} as "collectedBy", s.place,
  s.received_at as "receivedAt", ${nameOf('s.received_by')} as "receivedBy",
  s.rejected_at as "rejectedAt", ${nameOf('s.rejected_by')} as "rejectedBy",
  s.rejection_reason as "rejectionReason", s.rejection_note as "rejectionNote",
  s.discarded_at as "discardedAt", ${nameOf('s.discarded_by')} as "discardedBy", s.discard_reason as "discardReason",
  s.storage_place as "storagePlace",
  (select accession from sample a where a.site_id = s.site_id and a.id = s.aliquot_of) as "aliquotOf",
  (select accession from sample a where a.site_id = s.site_id and a.id = s.replaces) as "replaces",
  ${inPlace} as "replacedBy", case when ${inPlace} is null then s.next_accession end as "nextLabel",
  coalesce((select jsonb_agg(jsonb_build_object('accession', a.accession, 'tube', a.tube, 'status', a.status,
      'storagePlace', a.storage_place) order by a.accession)
    from sample a where a.site_id = s.site_id and a.aliquot_of is not null and a.aliquot_of = s.id), '[]') as aliquots`

const samples = sql`sample s join visit v on v.site_id = s.site_id and v.id = s.visit_id`

const byAccession = (sites: Sites, accessions: readonly string[]) => sql<SampleRow>`
    select ${sampleColumns} from ${samples}
    where s.accession = any(${[...accessions]}::text[]) ${atSites('s.site_id', sites)} order by s.accession`

export async function readSamples(db: Db, sites: Sites, accessions: readonly string[]): Promise<SampleRow[]> {
  const { rows } = await byAccession(sites, accessions).execute(db)
  return rows
}

/** One sample; writes to the audit trail that the caller read it. */
export async function openSample(context: SignedIn, accession: string): Promise<SampleRow | null> {
  const found = byAccession(context.actor.sites, [accession])
  const { rows } = await opening(context, 'visit.read', found, 'visitId').execute(context.db)
  return rows[0] ?? null
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
  collection: Collection
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
      siteId: sample.siteId,
      id: sample.id,
      visitId: sample.visitId,
      accession: sample.accession,
      collection: sample.collection,
      specimen: sample.specimen,
      tube: sample.tube,
      collectedAt: sample.collectedAt,
      collectedBy: sample.collectedBy,
      place: sample.place,
      identifiedBy: [...sample.identifiedBy],
      prepared: sample.prepared,
      aliquotOf: sample.aliquotOf,
      replaces: sample.replaces,
    })
    .execute()
}

/** Locks a visit for collection: a second person waits here and then sees the tubes that the first has collected. */
export async function lockVisit(tx: Db, siteId: string, visitId: string): Promise<void> {
  await sql`select 1 from visit where site_id = ${siteId} and id = ${visitId} for update`.execute(tx)
}

/** Whether the sample is at the bench; then it stays there until the transaction ends. */
export async function holdReceived(tx: Db, accession: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sample where accession = ${accession} and status = 'received' for update`.execute(tx)
  return rows.length > 0
}

/** Sets the state in one guarded statement. Returns true if this call received the sample. */
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

/** Returns true if this call disposed of the sample; it cannot while one of its tasks is unfinished. */
export async function setDiscarded(
  tx: Db,
  accession: string,
  discard: { by: string; now: Date; reason: string },
): Promise<boolean> {
  const { rows } = await sql`
    update sample set status = 'discarded', discarded_at = ${discard.now}, discarded_by = ${discard.by},
      discard_reason = ${discard.reason}
    where accession = ${accession} and status = 'received'
      and not exists (select from task k where k.site_id = sample.site_id and k.sample_id = sample.id
        and k.withdrawn_at is null and k.status <> 'completed')
    returning 1`.execute(tx)
  return rows.length > 0
}

export async function setStorage(tx: Db, accession: string, place: string): Promise<void> {
  await tx.updateTable('sample').set({ storagePlace: place }).where('accession', '=', accession).execute()
}
