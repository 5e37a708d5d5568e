import type { BackupSettings } from '#server/config.ts'
import { compareContents, openReader, readContents } from '#server/platform/backup/contents.ts'
import type { Manifest } from '#server/platform/backup/copy.ts'
import type { Copy } from '#server/platform/backup/folder.ts'
import { checkCopy, chooseCopy, type Recovered } from '#server/platform/backup/recover.ts'
import { inThrowAway } from '#server/platform/backup/restore.ts'
import { readKey } from '#server/platform/backup/seal.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'
import { roles } from '#server/platform/postgres/roles.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { type AuditHead, addProof, type ProofRow } from './queries-backups.ts'

/** Checks the audit chain of a database; `hasHead` tells whether a hash is one of its blocks. */
export type VerifyAudit = (
  db: Db,
  head: string | null,
) => Promise<{ blocks: number; break: string | null; hasHead: boolean }>

export type ProofMeans = {
  db: Db
  clock: Clock
  log: Log
  settings: BackupSettings
  /** The restored database is in a folder of it for as long as the proof runs. */
  dataDir: string
  verifyAudit: VerifyAudit
}

type Found = Pick<ProofRow, 'tables' | 'rowCount' | 'compared' | 'auditBlocks' | 'problem'>

/**
 * Restores the newest backup into a database that is thrown away, compares each table with what was noted when the backup was
 * made, verifies the audit chain, and records the result.
 */
export async function proveBackup(means: ProofMeans): Promise<ProofRow> {
  const { db, clock, settings } = means
  const startedAt = clock.now()
  let copy: Copy | null = null
  let found: Found
  try {
    const key = await readKey(settings.keyFile)
    copy = chooseCopy(settings.folder, null)
    const manifest = (await checkCopy(copy, key)) as Manifest<{ audit: AuditHead }>
    const { noted } = manifest
    found = await inThrowAway(
      means.dataDir,
      { folder: settings.folder, key },
      copy,
      noted ? { restorePoint: noted.restorePoint } : 'end',
      (recovered) => examine(means, manifest, recovered),
    )
  } catch (error) {
    if (!(error instanceof StartupError)) means.log.error({ err: error }, 'the proof of the backup failed')
    const problem = error instanceof Error ? error.message : String(error)
    found = { tables: null, rowCount: null, compared: false, auditBlocks: null, problem }
  }
  const row = {
    ...{ id: uuidv7(clock), startedAt, provedAt: clock.now() },
    ...{ backup: copy?.name ?? null, takenAt: copy?.endedAt ?? null },
    ...found,
  }
  await addProof(db, row)
  return row
}

async function examine(
  { log, verifyAudit }: ProofMeans,
  { noted, database }: Manifest<{ audit: AuditHead }>,
  { postmaster }: Recovered,
): Promise<Found> {
  const { host, port } = postmaster
  const connection = { host, port, user: roles.superuser, database }
  const reader = await openReader(connection)
  const pool = openPool(connection, log, 2)
  try {
    const contents = await readContents(reader)
    const audit = await verifyAudit(openDatabase(pool), noted?.extra.audit.head ?? null)
    const problems = noted ? compareContents(noted.contents, contents) : []
    if (audit.break !== null) problems.push(audit.break)
    else if (!audit.hasHead)
      problems.push('The audit chain does not have the head that was noted with the backup.')
    const rows = Object.values(contents).map((table) => table.rows)
    return {
      tables: rows.length,
      rowCount: rows.reduce((sum, count) => sum + count, 0),
      compared: noted !== null,
      auditBlocks: audit.blocks,
      problem: problems.length === 0 ? null : sayProblems(problems),
    }
  } finally {
    await pool.end()
    await reader.end()
  }
}

const mostSaid = 5

function sayProblems(problems: string[]): string {
  const more = problems.length - mostSaid
  return `${problems.slice(0, mostSaid).join('; ')}${more > 0 ? `; and ${more} more` : ''}`
}
