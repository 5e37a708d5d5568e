import { randomUUID } from 'node:crypto'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { ApiPatient, ApiRequest } from '#server/platform/schema.gen.ts'
import { decryptText, encryptText, hashOfValue } from '#server/platform/vault/fields.ts'
import type { Identifier } from './elements.ts'

/** Statements on patients and requests that programs create. */

type Entered = { personId: string } & Pick<
  Selectable<ApiPatient>,
  'gender' | 'bornOn' | 'fullName' | 'age' | 'contact'
>

const column = 'apiPatient.value'

/** The condition that the identifier `e` of a program's patient has this value. A value that was written without a key is plain. */
export function hasValue(db: Db, value: string): RawBuilder<boolean> {
  const hash = hashOfValue(db, column, value)
  return hash ? sql`(e.value_hash = ${hash} or e.value = ${value})` : sql`e.value = ${value}`
}

/** The patient that a client entered under an identifier. */
export const findEntered = (
  db: Db,
  clientId: string,
  { system, value }: Identifier,
): Promise<Entered | null> =>
  rowOf(
    db,
  )`select current_person(person_id) as person_id, gender, born_on, full_name, age, contact from api_patient e
    where client_id = ${clientId} and system = ${system} and ${hasValue(db, value)}`

/** @throws an error that `isPatientTaken` recognizes, if the client has used the identifier */
export function insertEntered(tx: Db, { value, ...row }: Omit<Insertable<ApiPatient>, 'id' | 'valueHash'>) {
  const id = randomUUID()
  const encrypted = encryptText(tx, column, id, value)
  const valueHash = hashOfValue(tx, column, value)
  return tx
    .insertInto('apiPatient')
    .values({ ...row, id, value: encrypted, valueHash })
    .execute()
}

/** Decrypts an identifier of a program's patient. */
export const plainEntered = <Stored extends Identifier & { id: string }>(db: Db, one: Stored): Stored => ({
  ...one,
  value: decryptText(db, column, one.id, one.value),
})

/** Writes what a client states of a patient again. */
export const rewriteEntered = (
  tx: Db,
  clientId: string,
  { system, value }: Identifier,
  said: Pick<Updateable<ApiPatient>, 'fullName' | 'gender' | 'bornOn' | 'age' | 'contact' | 'statedAt'>,
) =>
  tx
    .updateTable('apiPatient as e')
    .set(said)
    .where((row) => row.and({ clientId, system }))
    .where(hasValue(tx, value))
    .execute()

/** What the record of the laboratory says of a person. `birthDate` is null if the day is not known. */
export const recordOf = (
  db: Db,
  personId: string,
): Promise<{ fullName: string; sex: string; birthDate: string | null } | null> =>
  rowOf(db)`select full_name, sex, case birth_precision when 'day' then birth_date end as birth_date
    from person where id = current_person(${personId}::uuid)`

/** The codes of clinics’ orders by their ids. */
export async function orderCodes(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('clinicOrder')
    .select(['id', 'code'])
    .where('id', '=', sql<string>`any(${ids.filter((id) => id !== '')}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, code }) => [id, code]))
}

type Ordered = Identifier & { requestHash: Buffer; orderId: string; testCode: string; personId: string }

/** The requests that a client has placed under these identifiers. */
export const findOrdered = (
  db: Db,
  clientId: string,
  identifiers: readonly Identifier[],
): Promise<Ordered[]> =>
  rowsOf(db)`
    select q.system, q.value, q.request_hash, q.order_id, q.test_code, current_person(o.person_id) as person_id
    from unnest(${identifiers.map(({ system }) => system)}::text[], ${identifiers.map(({ value }) => value)}::text[])
      asked (system, value)
      join api_request q on q.client_id = ${clientId} and q.system = asked.system and q.value = asked.value
      join clinic_order o on o.site_id = q.site_id and o.id = q.order_id`

/** @throws a unique violation of `api_request_once` if the client has used an identifier */
export const insertOrdered = (tx: Db, rows: Insertable<ApiRequest>[]) =>
  tx.insertInto('apiRequest').values(rows).execute()

/** Frees the identifier of a request that is replaced, unless another call has replaced it meanwhile. */
export const deleteOrdered = (
  tx: Db,
  clientId: string,
  { system, value }: Identifier,
  of: { orderId: string; testCode: string } | null,
) =>
  tx
    .deleteFrom('apiRequest')
    .where((row) =>
      row.and({ clientId, system, value, orderId: of?.orderId ?? '', testCode: of?.testCode ?? '' }),
    )
    .execute()

/** The orders that a client has placed, of these, with their facilities, in the order of their ids. */
export const findPlaced = (
  db: Db,
  clientId: string,
  orderIds: readonly string[],
): Promise<{ orderId: string; facilityId: string; testCodes: string[] }[]> =>
  rowsOf(db)`
    select q.order_id, o.facility_id, array_agg(q.test_code) as test_codes
    from api_request q join clinic_order o on o.site_id = q.site_id and o.id = q.order_id
    where q.client_id = ${clientId} and q.order_id = any(${[...orderIds]}::uuid[])
    group by q.order_id, o.facility_id order by q.order_id`

/** Which of these are facilities that are offered. */
export const knownFacilities = async (db: Db, ids: readonly string[]): Promise<string[]> =>
  (
    await db
      .selectFrom('facility')
      .select('id')
      .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .where('ended', '=', false)
      .execute()
  ).map(({ id }) => id)
