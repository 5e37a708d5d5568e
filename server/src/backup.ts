import { writeFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { archiving, atConsole, log, say, settingsOf, withLaboratory } from './backup-console.ts'
import { readConfig } from './config.ts'
import { proveBackup, takeBackup } from './modules/backups/index.ts'
import { listCopies } from './platform/backup/folder.ts'
import { throwAway } from './platform/backup/restore.ts'
import { newKeyFile } from './platform/backup/seal.ts'
import { systemClock } from './platform/clock.ts'
import { StartupError } from './platform/startup-error.ts'
import { verifyRestored } from './verify-restored.ts'

/**
 * `npm run backup`: makes a backup of the laboratory while it runs, or while it does not.
 * `-- --prove` restores the newest one into a database that is thrown away, and compares.
 * `-- --list` names the backups. `-- --make-key <file>` makes a key.
 */
const [what = '--take', file] = process.argv.slice(2)

/** A laboratory that works at the same time goes first. */
const lowest = 19

const commands: Record<string, () => Promise<boolean>> = {
  '--take': () =>
    withLaboratory((at) =>
      archiving(at, async () => {
        setPriority(lowest)
        const { db, backup: connection, settings } = at
        const copy = await takeBackup({ db, clock: systemClock, connection, settings })
        say(`The backup ${copy.name} is in ${settings.folder}.`)
        return true
      }),
    ),
  '--prove': () =>
    withLaboratory(async ({ db, config, settings }) => {
      setPriority(lowest)
      // The restored database is a process of its own session, which would go on.
      process.once('SIGTERM', () => throwAway(config.dataDir).finally(() => process.exit(1)))
      const proof = await proveBackup({
        ...{ db, clock: systemClock, log, settings, dataDir: config.dataDir, verifyAudit: verifyRestored },
      })
      say(
        proof.problem === null
          ? `The backup ${proof.backup} was restored: ${proof.rowCount} rows in ${proof.tables} tables${
              proof.compared ? ' are the ones that were backed up' : ''
            }, and the audit trail holds with ${proof.auditBlocks} blocks.`
          : `The backup was not proved: ${proof.problem}`,
      )
      return proof.problem === null
    }),
  '--list': async () => {
    const { folder } = settingsOf(readConfig())
    for (const { name, endedAt } of listCopies(folder)) say(`${endedAt.toISOString()}  ${name}`)
    return true
  },
  '--make-key': async () => {
    if (!file) throw new StartupError('After --make-key comes the path of the file to write.')
    const { text, recipient } = await newKeyFile()
    try {
      writeFileSync(file, text, { flag: 'wx', mode: 0o600 })
    } catch {
      throw new StartupError(`The file ${file} cannot be made, or is there already.`)
    }
    say(`The key is in ${file}. Keep a copy away from this machine: without it no backup can be read.`)
    say(`Its public key is ${recipient}`)
    return true
  },
}

atConsole(() => {
  const command = commands[what]
  if (!command) throw new StartupError('Usage: npm run backup [-- --prove | --list | --make-key <file>]')
  return command()
})
