import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { BackupSettings } from '#server/config.ts'
import { openBucket } from '#server/platform/backup/bucket.ts'
import { compareContents, openReader, readContents } from '#server/platform/backup/contents.ts'
import { copyFiles, type Manifest } from '#server/platform/backup/copy.ts'
import { fetchForProof } from '#server/platform/backup/fetch.ts'
import { type Copy, listCopies } from '#server/platform/backup/folder.ts'
import { checkCopy, chooseCopy, type Recovered } from '#server/platform/backup/recover.ts'
import { inThrowAway } from '#server/platform/backup/restore.ts'
import { type BackupKey, readKey, readSealed } from '#server/platform/backup/seal.ts'
import { timelineOf } from '#server/platform/backup/segments.ts'
import type { Clock } from '#server/platform/clock.ts'
import { type Db, openDatabase, openPool } from '#server/platform/database.ts'
import { uuidv7 } from '#server/platform/ids.ts'
import type { Log } from '#server/platform/log.ts'
import { roles } from '#server/platform/postgres/roles.ts'
import { isAlive } from '#server/platform/postgres/staging.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { type AuditHead, addProof, lastProof, type ProofRow, readOffsite } from './queries-backups.ts'

/** Checks the audit chain of a database, and tells which of some hashes are not its blocks. */
export type VerifyAudit = (
  db: Db,
  heads: readonly string[],
) => Promise<{ blocks: number; break: string | null; missing: string[] }>

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

/** Whether the next proof is from the bucket: proofs alternate between folder and bucket, if the bucket has a copy. */
export async function isTurnOfBucket({ db, settings }: ProofMeans): Promise<boolean> {
  if (!settings.bucket || !(await readOffsite(db))?.copiedAt) return false
  const [fromFolder, fromBucket] = [await lastProof(db, false), await lastProof(db, true)]
  return fromFolder !== undefined && (!fromBucket || fromBucket.provedAt < fromFolder.provedAt)
}

/**
 * Restores the newest backup into a database that is thrown away, compares each table with what was noted when the backup was
 * made, verifies the audit chain, and records the result.
 */
export async function proveBackup(means: ProofMeans, fromBucket = false): Promise<ProofRow> {
  const { db, clock, settings, dataDir } = means
  const startedAt = clock.now()
  const fetched = fromBucket ? join(dataDir, `proof-fetched-${process.pid}`) : null
  const folder = fetched ?? settings.folder
  let copy: Copy | null = null
  let found: Found
  try {
    const key = await readKey(settings.keyFile)
    if (fetched) await fetchAnew(means, fetched, key)
    copy = chooseCopy(folder, null)
    const manifest = (await checkCopy(copy, key)) as Manifest<{ audit: AuditHead }>
    const { noted } = manifest
    const heads = await headsOf(sameTimeline(folder, copy), key)
    found = await inThrowAway(
      dataDir,
      { folder, key },
      copy,
      noted ? { restorePoint: noted.restorePoint } : 'end',
      (recovered) => examine(means, manifest, heads, recovered),
    )
  } catch (error) {
    if (!(error instanceof StartupError)) means.log.error({ err: error }, 'the proof of the backup failed')
    const problem = error instanceof Error ? error.message : String(error)
    found = { tables: null, rowCount: null, compared: false, auditBlocks: null, problem }
  } finally {
    if (fetched) await rm(fetched, { recursive: true, force: true })
  }
  const row = {
    ...{ id: uuidv7(clock), startedAt, provedAt: clock.now() },
    ...{ fromBucket, backup: copy?.name ?? null, takenAt: copy?.endedAt ?? null },
    ...found,
  }
  await addProof(db, row)
  return row
}

async function fetchAnew({ settings, dataDir }: ProofMeans, into: string, key: BackupKey): Promise<void> {
  if (!settings.bucket) throw new StartupError('Set BACKUP_S3_BUCKET and the settings with it.')
  for (const name of await readdir(dataDir)) {
    const pid = /^proof-fetched-(\d+)$/.exec(name)?.[1]
    if (pid && !isAlive(Number(pid))) await rm(join(dataDir, name), { recursive: true, force: true })
  }
  await fetchForProof(openBucket(settings.bucket), into, key)
}

type HeadOf = { backup: string; blocks: number; head: string }

/** A database that was restored to an earlier moment goes on in another timeline, without the blocks after that moment. */
const sameTimeline = (folder: string, newest: Copy) =>
  listCopies(folder).filter((one) => timelineOf(one.firstSegment) === timelineOf(newest.firstSegment))

/** The heads of the audit chain that backups have noted: whoever cuts the end of the chain off does not reach them. */
async function headsOf(copies: readonly Copy[], key: BackupKey): Promise<HeadOf[]> {
  const heads: HeadOf[] = []
  for (const { name, path } of copies) {
    const sealed = await readSealed(key, join(path, copyFiles.manifest))
    const { noted }: Manifest<{ audit: AuditHead }> = JSON.parse(sealed.toString('utf8'))
    const audit = noted?.extra.audit
    if (audit?.head) heads.push({ backup: name, blocks: audit.blocks, head: audit.head })
  }
  return heads
}

async function examine(
  { log, verifyAudit }: ProofMeans,
  { noted, database }: Manifest<{ audit: AuditHead }>,
  heads: readonly HeadOf[],
  { postmaster }: Recovered,
): Promise<Found> {
  const { host, port } = postmaster
  const connection = { host, port, user: roles.superuser, database }
  const reader = await openReader(connection)
  const pool = openPool(connection, log, 2)
  try {
    const contents = await readContents(reader)
    const audit = await verifyAudit(
      openDatabase(pool),
      heads.map(({ head }) => head),
    )
    const problems = noted ? compareContents(noted.contents, contents) : []
    if (audit.break !== null) problems.push(audit.break)
    const cut = heads.find(({ head }) => audit.missing.includes(head))
    if (cut)
      problems.push(
        `Block ${cut.blocks} of the audit chain, which the backup ${cut.backup} notes, is not in the chain any more`,
      )
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
