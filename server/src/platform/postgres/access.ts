import { userInfo } from 'node:os'
import { StartupError } from '../startup-error.ts'
import { run } from './child.ts'
import type { Place } from './place.ts'
import { roles } from './roles.ts'

/**
 * Rewrites the access rules at each start: databases of earlier versions admitted every address. No network connection is
 * accepted. Over the socket, whose folder is private, root and the account that the database runs as may connect.
 */
export async function writeAccess({ cluster, account }: Place): Promise<void> {
  const name = account?.name ?? ownName()
  // PostgreSQL asks the system for the name of the connecting account. If the account has no name (a container that runs as
  // a bare uid), only the folder's mode protects the socket.
  const method = name === undefined ? 'trust' : 'peer map=phial'
  const rules = `${head}local all all ${method}\nlocal replication ${roles.backup} ${method}\n`
  const accounts = [...new Set(['root', ...(name === undefined ? [] : [name])])]
  const names = head + accounts.map((one) => `phial "${one}" all\n`).join('')
  // Written as the database's account: root must not follow a symbolic link that another user placed there.
  const script = `umask 077 && cd "$1" && printf '%s' "$2" > pg_ident.conf.new && mv pg_ident.conf.new pg_ident.conf &&
    printf '%s' "$3" > pg_hba.conf.new && mv pg_hba.conf.new pg_hba.conf`
  const { code, output } = await run('/bin/sh', ['-c', script, 'sh', cluster, names, rules], account)
  if (code !== 0) {
    throw new StartupError(
      `The access rules of the database in ${cluster} could not be written: ${output.trim()}`,
    )
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
