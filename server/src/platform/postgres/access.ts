import { userInfo } from 'node:os'
import { StartupError } from '../startup-error.ts'
import { run } from './child.ts'
import type { Place } from './place.ts'

/**
 * Writes who may connect, anew at each start: databases of former versions let every address in. Nobody comes over a
 * network; over the socket, whose folder is private, the account that the database runs as, and root.
 */
export async function writeAccess({ cluster, account }: Place): Promise<void> {
  const name = account?.name ?? ownName()
  // PostgreSQL asks the system for the name behind the socket. Where there is none (a container that runs as a bare
  // number), the folder's mode is left.
  const method = name === undefined ? 'trust' : 'peer map=phial'
  const rules = `${head}local all all ${method}\n`
  const accounts = [...new Set(['root', ...(name === undefined ? [] : [name])])]
  const names = head + accounts.map((one) => `phial "${one}" all\n`).join('')
  // As the database's account: root must not write through a link that another user left there.
  const script = `umask 077 && cd "$1" && printf '%s' "$2" > pg_ident.conf.new && mv pg_ident.conf.new pg_ident.conf &&
    printf '%s' "$3" > pg_hba.conf.new && mv pg_hba.conf.new pg_hba.conf`
  const { code, output } = await run('/bin/sh', ['-c', script, 'sh', cluster, names, rules], account)
  if (code !== 0) {
    throw new StartupError(`Who may use the database in ${cluster} could not be written: ${output.trim()}`)
  }
}

const head = '# Written by Phial at each start; see docs/decisions/0044-database-roles.md.\n'

function ownName(): string | undefined {
  try {
    return userInfo().username
  } catch {
    return undefined
  }
}
