import type { BackupSettings } from '#server/config.ts'
import type { Archive } from '#server/platform/backup/archive.ts'
import { type BucketSettings, openBucket, placeOf } from '#server/platform/backup/bucket.ts'
import { Offsite } from '#server/platform/backup/offsite.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import { readOffsite, saveOffsite } from './queries-backups.ts'

type Means = {
  db: Db
  clock: Clock
  settings: BackupSettings & { bucket: BucketSettings }
  /** Null: the running laboratory archives, and sends as well. */
  archive: Archive | null
}

/** Sends at once what the bucket lacks, unless the running laboratory does. Says how far the bucket reaches. */
export async function sendOffsite(means: Means): Promise<{ isGood: boolean; says: string }> {
  const place = placeOf(means.settings.bucket)
  const problem = means.archive === null ? null : await sendAll(means, means.archive)
  const row = await readOffsite(means.db)
  if (problem !== null) return { isGood: false, says: `It was not sent to the bucket: ${problem}` }
  if (means.archive) return { isGood: true, says: `It is in ${place} as well.` }
  const known = row?.place === place ? row : null
  const reach = known?.until
    ? `has all changes until ${known.until.toISOString()}`
    : 'has no whole backup yet'
  return {
    isGood: known?.problem == null,
    says: `The running laboratory sends it to ${place}, which ${reach}. ${known?.problem ?? ''}`.trim(),
  }
}

/** Returns why it failed. */
async function sendAll({ db, clock, settings }: Means, archive: Archive): Promise<string | null> {
  const { folder, days } = settings
  const bucket = openBucket(settings.bucket)
  const offsite = new Offsite({ bucket, folder, days, archive })
  let problem: string | null = null
  try {
    await offsite.sendCopies()
    await offsite.sendLog()
  } catch (error) {
    if (!(error instanceof StartupError)) throw error
    problem = error.message
  }
  await saveOffsite(db, { place: bucket.place, reach: offsite.reach, problem, now: clock.now() })
  return problem
}
