import type { ClientBase } from 'pg'
import type { Db } from '#server/platform/database.ts'

/** Statements about backups and their proofs. */

export type CopyRow = {
  id: string
  startedAt: Date
  endedAt: Date
  name: string | null
  bytes: number | null
  problem: string | null
}

export type ProofRow = {
  id: string
  startedAt: Date
  provedAt: Date
  backup: string | null
  takenAt: Date | null
  tables: number | null
  rowCount: number | null
  compared: boolean
  auditBlocks: number | null
  problem: string | null
}

export const addCopy = (db: Db, row: CopyRow) => db.insertInto('backupCopy').values(row).execute()

export const addProof = (db: Db, row: ProofRow) => db.insertInto('backupProof').values(row).execute()

/** Records how far the archive reaches, or why it does not go on. Never takes back how far it reached. */
export async function saveArchive(db: Db, until: Date | null, problem: string | null): Promise<void> {
  if (until === null) {
    await db.updateTable('backupArchive').set({ problem }).execute()
    return
  }
  await db
    .insertInto('backupArchive')
    .values({ until, problem })
    .onConflict((conflict) =>
      conflict.column('onlyOne').doUpdateSet(({ fn, ref }) => ({
        until: fn('greatest', [ref('backupArchive.until'), ref('excluded.until')]),
        problem,
      })),
    )
    .execute()
}

export const readArchive = (db: Db) =>
  db.selectFrom('backupArchive').select(['until', 'problem']).executeTakeFirst()

export const lastCopy = (db: Db) =>
  db.selectFrom('backupCopy').selectAll().orderBy('endedAt', 'desc').limit(1).executeTakeFirst()

export const lastProof = (db: Db) =>
  db.selectFrom('backupProof').selectAll().orderBy('provedAt', 'desc').limit(1).executeTakeFirst()

export const lastGoodProof = (db: Db) =>
  db
    .selectFrom('backupProof')
    .selectAll()
    .where('problem', 'is', null)
    .orderBy('provedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The head of the audit chain at the time of a backup, which is kept with it outside the database. */
export type AuditHead = { blocks: number; head: string | null }

export async function readAuditHead(client: ClientBase): Promise<{ audit: AuditHead }> {
  const { rows } = await client.query<{ blocks: string; head: string }>(
    `select number::text as blocks, encode(hash, 'hex') as head from public.audit_block order by number desc limit 1`,
  )
  const newest = rows[0]
  return { audit: newest ? { blocks: Number(newest.blocks), head: newest.head } : { blocks: 0, head: null } }
}
