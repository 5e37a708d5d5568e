import { type Insertable, sql, type Updateable } from 'kysely'
import type { ListedVerification } from '#contract/instrument-verifications.ts'
import { type Db, rowsOf, wroteRow } from '#server/platform/database.ts'
import { type Order, type PageQuery, readPage, uuid } from '#server/platform/list.ts'
import type { InstrumentComparison, InstrumentVerification } from '#server/platform/schema.gen.ts'
import { decryptBytes } from '#server/platform/vault/fields.ts'
import type { InstrumentKey } from '../queries-instruments.ts'

/** Statements on interface verifications and their comparisons. */

export type VerificationRow = {
  id: string
  state: ListedVerification['state']
  version: number
  startedAt: Date
  startedBy: string
  compared: number
  signedAt: Date | null
  signedBy: string | null
  mappingDigest: Buffer | null
  pdfSha256: string | null
  abandonedAt: Date | null
  abandonedBy: string | null
  abandonedReason: string
}

const columns = sql`v.id, v.version, v.started_at, b.full_name as started_by, v.signed_at, s.full_name as signed_by,
  v.mapping_digest, encode(v.pdf_sha256, 'hex') as pdf_sha256, v.abandoned_at, a.full_name as abandoned_by, v.abandoned_reason,
  case when v.signed_at is not null then 'signed' when v.abandoned_at is not null then 'abandoned' else 'open' end as state,
  (select count(*)::int from instrument_comparison c where c.site_id = v.site_id and c.verification_id = v.id) as compared`
const tables = sql`instrument_verification v join account b on b.id = v.started_by
  left join account s on s.id = v.signed_by left join account a on a.id = v.abandoned_by`

const latestFirst: Order<VerificationRow> = { id: uuid('v.id desc') }

export const listRows = (db: Db, { siteId, id }: InstrumentKey, page: PageQuery) =>
  readPage(
    page,
    latestFirst,
    ({ after, by, limit }) =>
      rowsOf(db)<VerificationRow>`select ${columns} from ${tables}
      where v.site_id = ${siteId} and v.instrument_id = ${id} and ${after} order by ${by} limit ${limit}`,
  )

export const readRow = async (
  db: Db,
  { siteId, id }: InstrumentKey,
  verification: string,
): Promise<VerificationRow | undefined> => {
  const [row] = await rowsOf(db)<VerificationRow>`select ${columns} from ${tables}
    where v.site_id = ${siteId} and v.instrument_id = ${id} and v.id = ${verification}`
  return row
}

/** Locks a verification until the transaction ends, so that comparisons do not change while it is signed. */
export const lockRow = (tx: Db, { siteId }: InstrumentKey, verification: string) =>
  sql`select from instrument_verification where site_id = ${siteId} and id = ${verification} for update`.execute(
    tx,
  )

/** @throws a unique violation of `instrument_verification_open` */
export const insertRow = (
  tx: Db,
  row: Pick<Insertable<InstrumentVerification>, 'siteId' | 'id' | 'instrumentId' | 'startedBy' | 'startedAt'>,
) => tx.insertInto('instrumentVerification').values(row).execute()

/** Returns false if it is signed or abandoned, or was changed since `version`. */
export const changeRow = (
  tx: Db,
  { siteId }: InstrumentKey,
  verification: string,
  version: number,
  change: Updateable<InstrumentVerification> = {},
) =>
  wroteRow(
    tx
      .updateTable('instrumentVerification')
      .set({ ...change, version: version + 1 })
      .where((row) => row.and({ siteId, id: verification, version }))
      .where('signedAt', 'is', null)
      .where('abandonedAt', 'is', null),
  )

export const readSigned = <Part extends 'content' | 'pdf'>(
  db: Db,
  { siteId, id }: InstrumentKey,
  verification: string,
  part: Part,
) =>
  db
    .selectFrom('instrumentVerification')
    .select(part)
    .where((row) => row.and({ siteId, instrumentId: id, id: verification }))
    .where('signedAt', 'is not', null)
    .executeTakeFirst()

export const readComparisons = (db: Db, { siteId }: InstrumentKey, verification: string) =>
  db
    .selectFrom('instrumentComparison as c')
    .innerJoin('account as a', 'a.id', 'c.enteredBy')
    .innerJoin('instrumentMessage as m', (join) =>
      join.onRef('m.siteId', '=', 'c.siteId').onRef('m.id', '=', 'c.messageId'),
    )
    .selectAll('c')
    .select(['a.fullName as by', 'm.receivedAt'])
    .where((row) => row.and({ 'c.siteId': siteId, 'c.verificationId': verification }))
    .orderBy('c.messageId')
    .orderBy('c.position')
    .execute()

/** The bytes of the messages that a verification compares, by id. */
export const readCompared = async (
  db: Db,
  { siteId }: InstrumentKey,
  verification: string,
): Promise<Map<string, Buffer>> => {
  const rows = await rowsOf(db)<{ id: string; bytes: Buffer }>`
    select m.id, m.bytes from instrument_message m where m.site_id = ${siteId} and m.id in (
      select c.message_id from instrument_comparison c where c.site_id = ${siteId} and c.verification_id = ${verification})`
  return new Map(rows.map(({ id, bytes }) => [id, decryptBytes(db, 'instrumentMessage.bytes', id, bytes)]))
}

/** Replaces the entered values of a message. */
export const writeComparisons = async (
  tx: Db,
  { siteId }: InstrumentKey,
  of: { verificationId: string; messageId: string },
  comparisons: readonly Insertable<InstrumentComparison>[],
) => {
  await tx
    .deleteFrom('instrumentComparison')
    .where((row) => row.and({ siteId, ...of }))
    .execute()
  if (comparisons.length > 0)
    await tx
      .insertInto('instrumentComparison')
      .values([...comparisons])
      .execute()
}

/** The name and qualification of the caller as in reports. The caller authorises the verification. */
export const readSignatory = (db: Db, accountId: string) =>
  db
    .selectFrom('reportSignatory')
    .select(['qualification', 'licenceNumber', sql<string | null>`encode(signature, 'hex')`.as('signature')])
    .where('accountId', '=', accountId)
    .executeTakeFirst()
