import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { archiving, atConsole, log, say, settingsOf, withLaboratory } from './backup-console.ts'
import { readConfig } from './config.ts'
import {
  isTurnOfBucket,
  type ProofRow,
  proveBackup,
  sendOffsite,
  takeBackup,
} from './modules/backups/index.ts'
import { openBucket } from './platform/backup/bucket.ts'
import { listCopies } from './platform/backup/folder.ts'
import { wholeCopies } from './platform/backup/offsite-plan.ts'
import { throwAway } from './platform/backup/restore.ts'
import { newKeyFile } from './platform/backup/seal.ts'
import { systemClock } from './platform/clock.ts'
import { StartupError } from './platform/startup-error.ts'
import { verifyRestored } from './verify-restored.ts'

/**
 * `npm run backup`: makes a backup of the laboratory while it runs, or while it does not.
 * `-- --prove` restores the newest one into a database that is thrown away, and compares: from the folder or from the bucket, in turn.
 * `-- --prove folder` and `-- --prove bucket` say from which. `-- --list` names the backups and says where they are. `-- --make-key <file>` makes a key.
 */
const [what = '--take', argument] = process.argv.slice(2)

/** A laboratory that works at the same time goes first. */
const lowest = 19

const commands: Record<string, () => Promise<boolean>> = {
  '--take': () =>
    withLaboratory((at) =>
      archiving(at, async (ownArchive) => {
        setPriority(lowest)
        const { db, backup: connection, settings } = at
        const copy = await takeBackup({ db, clock: systemClock, connection, settings })
        say(`The backup ${copy.name} is in ${settings.folder}.`)
        if (!settings.bucket) return true
        const sent = await sendOffsite({
          ...{ db, clock: systemClock, archive: ownArchive() },
          settings: { ...settings, bucket: settings.bucket },
        })
        say(sent.says)
        return sent.isGood
      }),
    ),
  '--prove': () =>
    withLaboratory(async ({ db, config, settings }) => {
      setPriority(lowest)
      // The restored database is a process of its own session, which would go on.
      process.once('SIGTERM', () => throwAway(config.dataDir).finally(() => process.exit(1)))
      const means = {
        ...{ db, clock: systemClock, log, settings, dataDir: config.dataDir, verifyAudit: verifyRestored },
      }
      const fromBucket = argument === undefined ? await isTurnOfBucket(means) : argument === 'bucket'
      const proof = await proveBackup(means, fromBucket)
      say(sayProof(proof))
      if (proof.problem === null) return true
      // After a failed proof from the bucket, the folder is proved in the same night.
      if (fromBucket && argument === undefined) say(sayProof(await proveBackup(means)))
      return false
    }),
  '--list': async () => {
    const { folder, bucket } = settingsOf(readConfig())
    const inFolder = listCopies(folder)
    const inBucket = bucket ? wholeCopies(new Set((await openBucket(bucket).list()).keys())) : []
    const names = new Set([...inFolder, ...inBucket].map(({ name }) => name))
    for (const name of [...names].sort()) {
      const copy = [...inFolder, ...inBucket].find((one) => one.name === name)
      const places = [
        ...(inFolder.some((one) => one.name === name) ? ['folder'] : []),
        ...(inBucket.some((one) => one.name === name) ? ['bucket'] : []),
      ]
      say(`${copy?.endedAt.toISOString()}  ${name}  ${places.join(', ')}`)
    }
    return true
  },
  '--make-key': async () => {
    if (!argument) throw new StartupError('After --make-key comes the path of the file to write.')
    const { text, recipient } = await newKeyFile()
    try {
      writeFileSync(argument, text, { flag: 'wx', mode: 0o600 })
    } catch {
      throw new StartupError(`The file ${argument} cannot be made, or is there already.`)
    }
    say(`The key is in ${argument}. Keep a copy away from this machine: without it no backup can be read.`)
    say(`Its public key is ${recipient}`)
    return true
  },
}

const sayProof = ({ backup, fromBucket, problem, ...found }: ProofRow): string =>
  problem === null
    ? `The backup ${backup} was restored from the ${fromBucket ? 'bucket' : 'folder'}: ${found.rowCount} rows in ${found.tables} tables${
        found.compared ? ' are the ones that were backed up' : ''
      }, and the audit trail holds with ${found.auditBlocks} blocks.`
    : `The backup was not proved from the ${fromBucket ? 'bucket' : 'folder'}: ${problem}`

atConsole(() => {
  const command = commands[what]
  const isGood = what !== '--prove' || [undefined, 'folder', 'bucket'].includes(argument)
  if (!command || !isGood)
    throw new StartupError(
      'Usage: npm run backup [-- --prove [folder | bucket] | --list | --make-key <file>]',
    )
  return command()
})
