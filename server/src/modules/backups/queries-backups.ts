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
  /** Whether it was fetched from the bucket. */
  fromBucket: boolean
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

/** How far the bucket reaches; null: not known yet. */
export type Reach = { until: Date | null; copiedAt: Date | null } | null

/** Records how far the bucket reaches, or why sending failed. A row about another place is overwritten. */
export async function saveOffsite(
  db: Db,
  { place, reach, problem, now }: { place: string; reach: Reach; problem: string | null; now: Date },
): Promise<void> {
  const { until, copiedAt } = reach ?? { until: null, copiedAt: null }
  await db
    .insertInto('backupOffsite')
    .values({ place, usedSince: now, until, copiedAt, problem })
    .onConflict((conflict) =>
      conflict
        .column('onlyOne')
        .doUpdateSet({ place, usedSince: now, until, copiedAt, problem })
        .where('backupOffsite.place', '<>', place),
    )
    .execute()
  // A process that has just started does not know `until` yet, and keeps the recorded one. Without a copy, the bucket can restore nothing.
  const known = { copiedAt, ...(copiedAt === null || until !== null ? { until } : {}) }
  await db
    .updateTable('backupOffsite')
    .set({ problem, ...(reach === null ? {} : known) })
    .where('place', '=', place)
    .execute()
}

export const readOffsite = (db: Db) => db.selectFrom('backupOffsite').selectAll().executeTakeFirst()

export const lastCopy = (db: Db) =>
  db.selectFrom('backupCopy').selectAll().orderBy('endedAt', 'desc').limit(1).executeTakeFirst()

/** The latest attempt to restore a copy, from the folder or from the bucket. */
export const lastProof = (db: Db, fromBucket: boolean) =>
  db
    .selectFrom('backupProof')
    .selectAll()
    .where('fromBucket', '=', fromBucket)
    .orderBy('provedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The latest restore that succeeded: from the bucket alone, or from the folder or the bucket. */
export const lastGoodProof = (db: Db, from: 'bucket' | 'either') =>
  db
    .selectFrom('backupProof')
    .selectAll()
    .where('problem', 'is', null)
    .$if(from === 'bucket', (proofs) => proofs.where('fromBucket', '=', true))
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
