import { type Insertable, sql } from 'kysely'
import { type Db, wroteRow } from '#server/platform/database.ts'
import { bigint, type Order, type PageQuery, readPage } from '#server/platform/list.ts'
import type { Hl7File } from '#server/platform/schema.gen.ts'
import { encryptBytes, withPlainBytes } from '#server/platform/vault/fields.ts'
import { type Acknowledgement, isAccepted } from './await-answer.ts'

/** Statements on batch files of hospitals. */

const column = 'hl7File.bytes'

export const insertFile = (tx: Db, row: Insertable<Hl7File>) =>
  tx
    .insertInto('hl7File')
    .values({ ...row, bytes: encryptBytes(tx, column, row.id, row.bytes) })
    .execute()

export async function findFile(db: Db, connectionId: string, id: string) {
  const file = await db
    .selectFrom('hl7File')
    .select('bytes')
    .where((row) => row.and({ connectionId, id }))
    .executeTakeFirst()
  return file && withPlainBytes(db, column, id, file)
}

/** Notes in which file these messages are. */
export const noteFile = (tx: Db, ids: readonly string[], fileId: string) =>
  tx
    .updateTable('hl7Message')
    .set({ fileId })
    .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()

/** Writes the acknowledgement of the hospital to the message of a file that it answers. Returns false if there is no such message. */
export const settleFiled = (db: Db, connectionId: string, answer: Acknowledgement): Promise<boolean> =>
  wroteRow(
    db
      .updateTable('hl7Message')
      .set(
        isAccepted(answer)
          ? { state: 'sent', answer: answer.text, reason: '' }
          : { state: 'failed', answer: answer.text, reason: `The hospital answered ${answer.code}` },
      )
      .where((row) => row.and({ connectionId, controlId: answer.controlId, direction: 'out' }))
      .where('fileId', 'is not', null)
      .where('state', 'in', ['sent', 'failed']),
  )

const selectFiles = (db: Db, connectionId: string) =>
  db
    .selectFrom('hl7File as f')
    .innerJoin('account as a', 'a.id', 'f.accountId')
    .select(['f.id', 'f.seq', 'f.direction', 'f.name', 'f.at', 'f.messages', 'a.fullName as by'])
    .where('f.connectionId', '=', connectionId)

type FileRow = Awaited<ReturnType<ReturnType<typeof selectFiles>['execute']>>[number]
const latestFirst: Order<FileRow> = { seq: bigint('f.seq desc') }

export const listFileRows = (db: Db, connectionId: string, page: PageQuery) =>
  readPage(page, latestFirst, ({ after, by, limit }) =>
    selectFiles(db, connectionId).where(after).orderBy(by).limit(limit).execute(),
  )
