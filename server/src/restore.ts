import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { atConsole, say, settingsOf } from './backup-console.ts'
import { readConfig } from './config.ts'
import { forgetMemory } from './modules/insights/index.ts'
import { noteErasures } from './note-erasures.ts'
import { openBucket } from './platform/backup/bucket.ts'
import { fetchForRestore } from './platform/backup/fetch.ts'
import { restoreMasterKey } from './platform/backup/master-key.ts'
import { restoreInto } from './platform/backup/restore.ts'
import { readKey } from './platform/backup/seal.ts'
import { StartupError } from './platform/startup-error.ts'

/**
 * `npm run restore [-- --to 2026-11-28T09:00:00Z]`: restores the laboratory from BACKUP_DIR into DATA_DIR, which must have no
 * database: as it was at that moment, or as the archive has it last. If a bucket is set, what BACKUP_DIR lacks is fetched from it first.
 */
function momentAsked(args: readonly string[]): Date | null {
  if (args.length === 0) return null
  const [option, text = '', ...rest] = args
  // A time without its distance from UTC would mean another moment on another machine.
  const form = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,6})?)?(Z|[+-]\d\d:\d\d)$/
  if (option !== '--to' || rest.length > 0 || !form.test(text) || Number.isNaN(Date.parse(text))) {
    throw new StartupError('Usage: npm run restore [-- --to 2026-11-28T09:00:00Z]')
  }
  return new Date(text)
}

atConsole(async () => {
  const moment = momentAsked(process.argv.slice(2))
  const config = readConfig()
  const { folder, keyFile, masterKeyFile, bucket } = settingsOf(config)
  const source = { folder, key: await readKey(keyFile) }
  // A folder with a database is refused below, before anything is fetched.
  if (bucket && !existsSync(join(config.dataDir, 'postgres')))
    await fetchForRestore(openBucket(bucket), folder, moment, say)
  const { manifest, lastCommit } = await restoreInto(
    config.dataDir,
    source,
    moment,
    say,
    async (recovered, { database }) => {
      await noteErasures(source, recovered, database, say)
      if (masterKeyFile && (await restoreMasterKey(masterKeyFile, source)))
        say(`The master key of the encrypted fields is in ${masterKeyFile}.`)
    },
  )
  // What an earlier database in this folder had is no measure for the restored one.
  if (forgetMemory(config.dataDir))
    say('What checks of an earlier audit trail remembered in this folder was set aside.')
  say(`The database is in ${config.dataDir}.`)
  say(
    lastCommit
      ? `Its last change is of ${lastCommit.toISOString()}.`
      : `It is as it was when the backup was made, ${manifest.endedAt}.`,
  )
  return true
})
