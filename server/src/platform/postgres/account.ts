import { readFileSync } from 'node:fs'
import { StartupError } from '../startup-error.ts'
import { type RunAs, run } from './child.ts'

/** The system account a database runs as when the server itself is root: PostgreSQL refuses to run as root. */
export type Account = RunAs & { name: string }

const accountName = 'phial'

export const isRoot = () => process.getuid?.() === 0

/** Looks the account up in /etc/passwd by name or by user id. */
export function findAccount(wanted: string | number): Account | undefined {
  for (const line of readFileSync('/etc/passwd', 'utf8').split('\n')) {
    const [name = '', , uid, gid] = line.split(':')
    if (name === wanted || (typeof wanted === 'number' && Number(uid) === wanted)) {
      return { name, uid: Number(uid), gid: Number(gid) }
    }
  }
  return undefined
}

/**
 * The account `phial`, created on first use. No other account is borrowed: whoever else runs as `nobody` or `postgres`
 * could read the data.
 */
export async function databaseAccount(): Promise<Account> {
  const account = findAccount(accountName) ?? (await createAccount())
  if (account.uid === 0) {
    throw new StartupError(`The account "${accountName}" is root, as which PostgreSQL refuses to run`)
  }
  return account
}

async function createAccount(): Promise<Account> {
  const useradd = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent']
  const attempts: [string, string[]][] = [
    ['/usr/sbin/useradd', [...useradd, '--shell', '/usr/sbin/nologin', accountName]],
    ['/usr/sbin/adduser', ['--system', '--group', '--no-create-home', '--home', '/nonexistent', accountName]],
  ]
  const reasons: string[] = []
  for (const [command, args] of attempts) {
    const { output } = await run(command, args)
    // Looked up whatever the outcome: another server starting at the same moment may have been faster.
    const account = findAccount(accountName)
    if (account) return account
    reasons.push(output.trim().split('\n')[0] ?? '')
  }
  throw new StartupError(
    `PostgreSQL refuses to run as root and the account "${accountName}" could not be created ` +
      `(${reasons.join('; ')}): create it, start Phial as another user, or set DATABASE_URL`,
  )
}
