import { type InferResult, type Insertable, sql } from 'kysely'
import type { Gender } from '#contract/options.ts'
import type { SampleState } from '#contract/task-states.ts'
import { numberOfPerson } from '#server/modules/people/index.ts'
import { opening } from '#server/platform/audit-once.ts'
import type { SignedIn } from '#server/platform/context.ts'
import { anyRow, type Db, rowOf, rowsOf, wroteRow } from '#server/platform/database.ts'
import type { Sample } from '#server/platform/schema.gen.ts'
import { isAtSites, type Sites } from '#server/platform/site-scope.ts'
import { isInNoRack, placeOf, rackOf } from '../storage/queries-parts.ts'

/** Statements on samples and their accession numbers. */

/** The patient as stated when the visit was booked; `number` is the person's. */
export type PatientRow = { fullName: string; age: number; gender: Gender; number: number }

export const patientJson = sql<PatientRow>`jsonb_build_object('fullName', v.full_name, 'age', v.age,
  'gender', v.gender, 'number', ${numberOfPerson(sql`v.person_id`)})`

/** The full name of the account that a column refers to. */
export const nameOf = <Name extends string | null = string>(column: string) =>
  sql<Name>`(select full_name from account where id = ${sql.ref(column)})`

const accessionOf = (column: string) => sql<string | null>`
  (select accession from sample a where a.site_id = s.site_id and a.id = ${sql.ref(column)})`

/** The accession number of the sample that was collected in place of this one. */
const replacement = sql<string | null>`(select accession from sample r
  where r.site_id = s.site_id and r.replaces is not null and r.replaces = s.id)`

const rejection = sql<
  string | null
>`nullif(concat_ws(': ', s.rejection_reason, nullif(s.rejection_note, '')), '')`

/** Tests that were taken away are left out. A rejected sample keeps the tests that it was collected for. */
const testsOfSample = sql<{ code: string; name: string }[]>`coalesce((
  select jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name) order by t.position)
  from task k join test t on t.code = k.test_code where k.site_id = s.site_id and k.sample_id = s.id
    and (k.withdrawn_at is null or s.status = 'rejected')), '[]')`

type Aliquot = { accession: string; tube: string; status: SampleState; storagePlace: string }
const aliquotsOfSample = sql<Aliquot[]>`coalesce((
  select jsonb_agg(jsonb_build_object('accession', a.accession, 'tube', a.tube, 'status', a.status,
    'storagePlace', ${placeOf('a')}) order by a.accession)
  from sample a where a.site_id = s.site_id and a.aliquot_of is not null and a.aliquot_of = s.id), '[]')`

const selectSamples = (db: Db) =>
  db
    .selectFrom('sample as s')
    .innerJoin('visit as v', (join) =>
      join.onRef('v.siteId', '=', 's.siteId').onRef('v.id', '=', 's.visitId'),
    )
    .select([
      's.id',
      's.siteId',
      's.visitId',
      's.accession',
      's.status',
      's.collection',
      's.specimen',
      's.tube',
    ])
    .select(['s.collectedAt', 's.receivedAt', 's.rejectedAt', 's.discardedAt', 's.discardReason'])
    .select(['s.refrigeratedAt', 's.place as collectedAtPlace'])
    .select((column) => [
      column.ref('v.reference').$notNull().as('reference'),
      patientJson.as('patient'),
      placeOf('s').as('storagePlace'),
      rackOf.as('rackId'),
      testsOfSample.as('tests'),
      nameOf('s.collectedBy').as('collectedBy'),
      nameOf<string | null>('s.receivedBy').as('receivedBy'),
      nameOf<string | null>('s.rejectedBy').as('rejectedBy'),
      rejection.as('rejection'),
      nameOf<string | null>('s.discardedBy').as('discardedBy'),
      accessionOf('s.aliquotOf').as('aliquotOf'),
      accessionOf('s.replaces').as('replaces'),
      replacement.as('replacedBy'),
      sql<string | null>`case when ${replacement} is null then s.next_accession end`.as('nextLabel'),
      aliquotsOfSample.as('aliquots'),
    ])
    .orderBy('s.accession')

export type SampleRow = InferResult<ReturnType<typeof selectSamples>>[number]

const byAccession = (db: Db, sites: Sites, accessions: readonly string[]) =>
  selectSamples(db)
    .where('s.accession', '=', sql<string>`any(${[...accessions]}::text[])`)
    .where(isAtSites('s.siteId', sites))

export const readSamples = (db: Db, sites: Sites, accessions: readonly string[]) =>
  byAccession(db, sites, accessions).execute()

/** One sample; writes to the audit trail that the caller read it. */
export const openSample = (context: SignedIn, accession: string): Promise<SampleRow | null> =>
  rowOf(
    context.db,
  )`${opening(context, 'visit.read', byAccession(context.db, context.actor.sites, [accession]), 'visitId')}`

export const samplesOfVisit = (db: Db, siteId: string, visitId: string) =>
  selectSamples(db).where('s.siteId', '=', siteId).where('s.visitId', '=', visitId).execute()

/**
 * Takes the next `count` accession numbers of a site's day and returns the first. The row is locked until the transaction ends:
 * a rolled-back number is given to the next caller, and none is left out or given twice.
 */
export async function takeSequence(tx: Db, siteId: string, day: string, count: number): Promise<number> {
  const { last } = await tx
    .insertInto('accessionDay')
    .values({ siteId, day, last: count })
    .onConflict((conflict) =>
      conflict
        .columns(['siteId', 'day'])
        .doUpdateSet(({ eb, ref }) => ({ last: eb('accessionDay.last', '+', ref('excluded.last')) })),
    )
    .returning('last')
    .executeTakeFirstOrThrow()
  return last - count + 1
}

export const addSample = (tx: Db, sample: Insertable<Sample>) =>
  tx.insertInto('sample').values(sample).execute()

/** Locks a sample until the transaction ends if it is at the bench. Returns false if it is not. */
export const lockReceived = (tx: Db, accession: string): Promise<boolean> =>
  anyRow(tx)`select from sample where accession = ${accession} and status = 'received' for update`

/** Receives a sample. Returns false if it was not waiting to be received. A null `place` keeps the storage place. */
export const setReceived = (
  tx: Db,
  accession: string,
  { by, now, place }: { by: string; now: Date; place: string | null },
): Promise<boolean> =>
  wroteRow(
    tx
      .updateTable('sample')
      .set({
        status: 'received',
        receivedAt: now,
        receivedBy: by,
        ...(place !== null && { storagePlace: place }),
      })
      .where('accession', '=', accession)
      .where('status', '=', 'collected'),
  )

export type ReceiptOnPaper = { receivedAt: Date; receivedBy: string }

/**
 * Writes when samples were received, as a downtime form says, and receives those that are not at the bench yet. Returns the samples;
 * rejected and discarded ones stay as they are.
 */
export const setReceiptOnPaper = (
  tx: Db,
  siteId: string,
  accessions: readonly string[],
  { receivedAt, receivedBy, by, now }: ReceiptOnPaper & { by: string; now: Date },
) =>
  tx
    .updateTable('sample')
    .set({ status: 'received', receivedAt, receivedBy, receiptEnteredAt: now, receiptEnteredBy: by })
    .where('siteId', '=', siteId)
    .where('accession', 'in', [...accessions])
    .where('status', 'in', ['collected', 'received'])
    .returning('id')
    .execute()

/**
 * Whether a result of these samples, also one that a repeat has replaced, was measured before this time. A trigger checks the same for
 * times on downtime forms.
 */
export const hasResultBefore = (tx: Db, siteId: string, accessions: readonly string[], at: Date) =>
  anyRow(tx)`
    select from sample s join task k on k.site_id = s.site_id and k.sample_id = s.id
      left join repeated_result w on w.site_id = k.site_id and w.task_id = k.id
    where s.site_id = ${siteId} and s.accession = any(${[...accessions]}::text[])
      and least(k.measured_at, k.results_saved_at, w.measured_at, w.entered_at) < ${at}::timestamptz
    limit 1`

/** The samples with these numbers whose person is on legal hold. */
export const heldAmong = (tx: Db, accessions: readonly string[]): Promise<{ accession: string }[]> =>
  rowsOf(
    tx,
  )`select h.accession from held_samples() h where h.accession = any(${[...accessions]}::text[]) order by h.accession`

/** Returns the discarded samples; the others are not at the bench, are in a rack, or have an unfinished task. */
export const setDiscarded = (
  tx: Db,
  accessions: readonly string[],
  discard: { discardedBy: string; discardedAt: Date; discardReason: string },
): Promise<{ id: string; accession: string }[]> =>
  tx
    .updateTable('sample')
    .set({ status: 'discarded', ...discard })
    .where('accession', '=', sql<string>`any(${[...accessions]}::text[])`)
    .where('status', '=', 'received')
    .where(isInNoRack)
    .where(
      sql<boolean>`not exists (select from task k where k.site_id = sample.site_id and k.sample_id = sample.id
        and k.withdrawn_at is null and k.status <> 'completed')`,
    )
    .returning(['id', 'accession'])
    .execute()

export const setStorage = (
  tx: Db,
  accession: string,
  storage: { storagePlace?: string; refrigeratedAt: Date | null },
) => tx.updateTable('sample').set(storage).where('accession', '=', accession).execute()
