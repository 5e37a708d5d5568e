import { writeFileSync } from 'node:fs'
import { atConsole, log, say } from './backup-console.ts'
import { readConfig } from './config.ts'
import { reachEmbedded } from './console-database.ts'
import { findMasterKey } from './master-key.ts'
import { systemClock } from './platform/clock.ts'
import { openDatabase, openPool } from './platform/database.ts'
import { roles } from './platform/postgres/roles.ts'
import { StartupError } from './platform/startup-error.ts'
import { holdDataKeys } from './platform/vault/data-keys.ts'
import { readEncryptionState } from './platform/vault/encrypt-rows.ts'
import { newKeyFile } from './platform/vault/key-file.ts'
import { Vault } from './platform/vault/vault.ts'

/**
 * `npm run data-keys`: says with which data key fields are encrypted.
 * `-- --make-key <file>` makes a master key. `-- --rotate` makes a data key, with which the running laboratory encrypts all fields again.
 */
const [what = '--state', file] = process.argv.slice(2)

const commands: Record<string, () => Promise<boolean>> = {
  '--make-key': async () => {
    if (!file) throw new StartupError('After --make-key comes the path of the file to write.')
    try {
      writeFileSync(file, newKeyFile(), { flag: 'wx', mode: 0o600, flush: true })
    } catch {
      throw new StartupError(`The file ${file} cannot be made, or is there already.`)
    }
    say(
      `The master key is in ${file}. Keep a copy away from this machine: without it, encrypted fields are lost.`,
    )
    return true
  },
  '--rotate': () => withDatabase('rotate'),
  '--state': () => withDatabase('say'),
}

async function withDatabase(how: 'rotate' | 'say'): Promise<boolean> {
  const config = readConfig()
  const { connection, stop } = config.databaseUrl
    ? { connection: { url: config.databaseUrl }, stop: async () => {} }
    : await reachEmbedded(config).then(({ as, stop }) => ({ connection: as(roles.work), stop }))
  const pool = openPool(connection, log, 2)
  try {
    const vault = new Vault(systemClock)
    const db = openDatabase(pool, vault)
    // Read before `holdDataKeys`, which would make the first data key. Only a server may make it, since fields are encrypted from then on.
    const state = await readEncryptionState(db, systemClock.now())
    if (!state) {
      throw new StartupError(
        'Fields are not encrypted: set MASTER_KEY and start Phial. See docs/guide/encryption.md.',
      )
    }
    if (how === 'rotate') {
      const source = await findMasterKey(config, pool)
      const keys = await holdDataKeys({ db, clock: systemClock, log }, vault, source)
      say(`Data key ${await keys?.add()} encrypts in ten minutes, and then all rows again.`)
      keys?.stop()
    }
    const { keyNumber, usedFrom, rowsLeft } = state
    const left = rowsLeft === null ? 'not counted yet' : `about ${rowsLeft}`
    say(
      `Data key ${keyNumber} encrypts since ${usedFrom.toISOString()}. Rows still to be encrypted with it: ${left}.`,
    )
    return true
  } finally {
    await pool.end()
    await stop()
  }
}

atConsole(() => {
  const command = commands[what]
  if (!command) throw new StartupError('Usage: npm run data-keys [-- --rotate | --make-key <file>]')
  return command()
})
