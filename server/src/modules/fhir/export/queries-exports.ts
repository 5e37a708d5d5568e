import type { Insertable } from 'kysely'
import { anyRow, type Db, rowOf, wroteRow } from '#server/platform/database.ts'
import type { ApiExport } from '#server/platform/schema.gen.ts'
import { lockClient } from '../queries-clients.ts'

/** Statements on the exports that clients have begun. */

/** Begins an export, unless the client has `most` of them. Calls of one client wait for each other. */
export async function insertExport(
  tx: Db,
  { id, clientId, types, since, request, createdAt }: Insertable<ApiExport> & { types: string[] },
  most: number,
): Promise<boolean> {
  await lockClient(tx, clientId)
  return anyRow(tx)`insert into api_export (id, client_id, types, since, request, created_at)
    select ${id}::uuid, ${clientId}::uuid, ${types}::text[], ${since}::timestamptz, ${request}, ${createdAt}::timestamptz
    where (select count(*) from api_export where client_id = ${clientId}) < ${most}::int returning id`
}

export type Export = { id: string; types: string[]; since: Date | null; request: string; createdAt: Date }

/** An export of this client that was begun after `after`. */
export const findExport = (
  db: Db,
  { id, clientId, after }: { id: string; clientId: string; after: Date },
): Promise<Export | null> =>
  rowOf(db)`select id, types, since, request, created_at from api_export
    where id = ${id} and client_id = ${clientId} and created_at > ${after}::timestamptz`

export const deleteExport = (db: Db, clientId: string, id: string): Promise<boolean> =>
  wroteRow(db.deleteFrom('apiExport').where('id', '=', id).where('clientId', '=', clientId))

export async function deleteOldExports(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('apiExport').where('createdAt', '<=', before).execute()
}

/** Whether a client has not ended. */
export const isClientLive = (db: Db, id: string): Promise<boolean> =>
  anyRow(db)`select id from api_client where id = ${id} and ended_at is null`
