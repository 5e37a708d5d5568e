import { sql } from 'kysely'
import { type Db, wroteRow } from '#server/platform/database.ts'

/** Statements on the rules of payment, taxes and payers. */

/** The row of the patient, which the migration made. */
export const patientPayer = '01900000-0000-7000-8000-0000000000a1'

export async function readSettingsRow(db: Db, lock = false) {
  const query = db
    .selectFrom('moneySettings')
    .select(['currency', 'holdSamples', 'holdResults', 'version'])
    .select((eb) => eb.selectFrom('laboratory').select('pricesOn').as('on'))
  const { on, ...row } = await (lock ? query.forUpdate() : query).executeTakeFirstOrThrow()
  return { ...row, on: on === true }
}
export type MoneyRules = Awaited<ReturnType<typeof readSettingsRow>>

export const writeSettings = (
  tx: Db,
  fields: { currency: string; holdSamples: boolean; holdResults: boolean },
) =>
  tx
    .updateTable('moneySettings')
    .set({ ...fields, version: sql<number>`version + 1` })
    .execute()

export async function wasAnythingCharged(tx: Db): Promise<boolean> {
  const row = await tx.selectFrom('visitAccount').select('visitId').limit(1).executeTakeFirst()
  return row !== undefined
}

export const readTaxes = (db: Db) =>
  db.selectFrom('tax').selectAll().orderBy('ended').orderBy('name').orderBy('id').execute()

/** @throws a unique violation of `tax_name` */
export const insertTax = (tx: Db, row: { id: string; name: string; basisPoints: number }) =>
  tx.insertInto('tax').values(row).execute()

export const writeTaxEnd = (tx: Db, id: string) =>
  wroteRow(tx.updateTable('tax').set({ ended: true }).where('id', '=', id).where('ended', '=', false))

const payers = (db: Db) =>
  db
    .selectFrom('payer as p')
    .leftJoin('facility as f', 'f.id', 'p.facilityId')
    .select((eb) => [
      'p.id',
      'p.kind',
      eb.fn.coalesce('f.name', 'p.name').as('name'),
      'p.ended',
      'p.version',
      'p.facilityId',
    ])

export const readPayers = (db: Db) =>
  payers(db).orderBy('p.ended').orderBy('p.kind', 'desc').orderBy('name').orderBy('p.id').execute()

export const readPayer = (db: Db, id: string) => payers(db).where('p.id', '=', id).executeTakeFirst()

/** The offered list of prices of a facility; null: its patients pay, or the laboratory uses no prices. */
export async function payerOfFacility(db: Db, facilityId: string): Promise<string | null> {
  const row = await db
    .selectFrom('payer as p')
    .innerJoin('laboratory as l', (join) => join.onTrue())
    .select('p.id')
    .where('p.facilityId', '=', facilityId)
    .where('p.ended', '=', false)
    .where('l.pricesOn', '=', true)
    .executeTakeFirst()
  return row?.id ?? null
}

/** @throws a unique violation of `payer_name` or `payer_facility_id_key`, a foreign key violation for an unknown facility */
export const insertPayer = (
  tx: Db,
  row: { id: string; kind: 'facility' | 'insurer'; name: string; facilityId: string | null },
) => tx.insertInto('payer').values(row).execute()

/** Returns false if it has changed since `follows`. @throws a unique violation of `payer_name` */
export const writePayer = (
  tx: Db,
  id: string,
  { follows, ...fields }: { name: string; ended: boolean; follows: number },
) =>
  wroteRow(
    tx
      .updateTable('payer')
      .set({ ...fields, version: sql<number>`version + 1` })
      .where('id', '=', id)
      .where('version', '=', follows),
  )
