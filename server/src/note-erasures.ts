import { readKeptErasures } from './modules/backups/index.ts'
import { noteAgain } from './modules/erasures/index.ts'
import type { Recovered } from './platform/backup/recover.ts'
import type { BackupKey } from './platform/backup/seal.ts'
import { openDatabase, openPool } from './platform/database.ts'
import { isSqlError } from './platform/errors.ts'
import { createLog } from './platform/log.ts'
import { roles } from './platform/postgres/roles.ts'

const missingTable = '42P01'

/**
 * Notes in a restored database who was erased after the restored moment, by the list beside the backups. They are erased again when Phial
 * starts. What cannot be noted is said, to be done by hand.
 */
export async function noteErasures(
  { folder, key }: { folder: string; key: BackupKey },
  { postmaster: { host, port } }: Recovered,
  database: string,
  say: (line: string) => void,
): Promise<void> {
  const { erasures, problems } = await readKeptErasures(folder, key)
  for (const problem of problems) say(`An erasure after this moment may be missing: ${problem}`)
  if (erasures.length === 0) return
  const pool = openPool({ host, port, user: roles.superuser, database }, createLog('silent'), 1)
  try {
    const db = openDatabase(pool)
    let noted = 0
    for (const one of erasures) noted += await noteAgain(db, one)
    if (noted > 0)
      say(
        `${noted} records and accounts were erased after this moment: Phial erases them again when it starts.`,
      )
  } catch (error) {
    if (!isSqlError(error, missingTable)) throw error
    say(
      'This backup is of a version that cannot note erasures. Carry out the erasures of these records again:',
    )
    for (const { persons, accounts } of erasures) say([...persons, ...accounts].join(' '))
  } finally {
    await pool.end()
  }
}
