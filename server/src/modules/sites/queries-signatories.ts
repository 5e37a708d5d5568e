import { sql } from 'kysely'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'

/** Statements on how reports name the staff who release results, and on the pictures in reports. */

export type SignatoryRow = {
  accountId: string
  fullName: string
  qualification: string
  licenceNumber: string
  signature: Buffer | null
  version: number
}

/** Active staff who may release results, by name. */
export const listSignatories = (db: Db): Promise<SignatoryRow[]> =>
  rowsOf(db)`
    select a.id as account_id, a.full_name, coalesce(g.qualification, '') as qualification,
      coalesce(g.licence_number, '') as licence_number, g.signature, coalesce(g.version, 0) as version
    from account a left join report_signatory g on g.account_id = a.id
    where a.status = 'Active' and (a.role = 'admin' or a.role = 'technician' and 'release' = any(a.permissions))
    order by a.full_name, a.id`

/** Returns false if the entry has changed since the version `follows`. */
export const writeSignatory = (
  tx: Db,
  accountId: string,
  follows: number,
  fields: { qualification: string; licenceNumber: string },
): Promise<boolean> =>
  wroteRow(
    tx
      .insertInto('reportSignatory')
      .values({ ...fields, accountId, version: 1 })
      .onConflict((conflict) =>
        conflict
          .column('accountId')
          .doUpdateSet({ ...fields, version: follows + 1 })
          .where('reportSignatory.version', '=', follows),
      ),
  )

export const addPicture = (tx: Db, picture: { sha256: Buffer; print: Buffer }, now: Date) =>
  tx
    .insertInto('reportPicture')
    .values({ ...picture, addedAt: now })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()

export const setSignature = (tx: Db, accountId: string, signature: Buffer | null) =>
  tx
    .insertInto('reportSignatory')
    .values({ accountId, qualification: '', licenceNumber: '', signature, version: 1 })
    .onConflict((conflict) =>
      conflict.column('accountId').doUpdateSet((eb) => ({
        signature,
        version: eb('reportSignatory.version', '+', 1),
      })),
    )
    .execute()

export const setMark = (tx: Db, accreditationMark: Buffer | null) =>
  tx.updateTable('laboratory').set({ accreditationMark }).execute()

/** The pictures with these hashes (hexadecimal), by their hash. */
export async function readPictures(db: Db, hashes: readonly string[]): Promise<Map<string, Buffer>> {
  if (hashes.length === 0) return new Map()
  const rows = await db
    .selectFrom('reportPicture')
    .select(['sha256', 'print'])
    .where('sha256', '=', sql<Buffer>`any(${hashes.map((hash) => Buffer.from(hash, 'hex'))}::bytea[])`)
    .execute()
  return new Map(rows.map(({ sha256, print }) => [sha256.toString('hex'), print]))
}
