import { spawn } from 'node:child_process'

export type RunAs = { uid: number; gid: number }

/**
 * The whole environment of every database process. Inherited variables would leak the server's secrets into them, and
 * PGDATA, PGPORT or a foreign locale would change what they do.
 */
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }

/** Spawn options that make a child run as `account` (as ourselves when undefined), in a folder anyone may enter. */
export function childOptions(account: RunAs | undefined) {
  return { cwd: '/', env: environment, ...(account ? { uid: account.uid, gid: account.gid } : {}) }
}

export type Outcome = { code: number | null; output: string }

/** Runs a command to its end as `account`; `output` is stdout and stderr. A command that cannot start has code null. */
export function run(command: string, args: string[], account?: RunAs): Promise<Outcome> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { ...childOptions(account), stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}
