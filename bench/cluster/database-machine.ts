import { type ChildProcess, execFile, execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { endProcess, hasEnded } from '../../server/tests/product-process.ts'
import { etcdFile, patroniFile } from './configuration.ts'
import type { Host } from './network.ts'

/** A machine with PostgreSQL under Patroni, and a member of etcd. */
export type DatabaseMachine = Host & {
  /** The data folder of PostgreSQL. */
  readonly data: string
  /** Starts what does not run. */
  start(): void
  killEtcd(): Promise<void>
  /** Runs a statement as the superuser on this machine, through its socket. Throws the error of psql. */
  psql(...statements: string[]): Promise<void>
  psqlFile(file: string, variables: Readonly<Record<string, string>>): Promise<void>
  /** Asks Patroni. A change needs no password, but the certificate of a machine of the cluster. */
  ask(method: 'GET' | 'POST', path: string, body?: object): Promise<{ status: number; body: string }>
  log(): string
}

const run = promisify(execFile)
const own = (account: string, ...paths: string[]) =>
  execFileSync('chown', [`${account}:${account}`, ...paths])

export function databaseMachine(
  host: Host,
  {
    folder,
    certificates,
    range,
    strict,
  }: { folder: string; certificates: string; range: string; strict: boolean },
): DatabaseMachine {
  const { name, address } = host
  const homes = { postgres: join(folder, name), etcd: join(folder, `${name}-etcd`) }
  for (const [account, home] of Object.entries(homes)) {
    mkdirSync(home, { mode: 0o700 })
    copyFileSync(join(certificates, 'ca.crt'), join(home, 'ca.crt'))
    copyFileSync(join(certificates, `${name}.crt`), join(home, 'node.crt'))
    copyFileSync(join(certificates, `${name}.key`), join(home, 'node.key'))
    chmodSync(join(home, 'node.key'), 0o600)
    const files = ['ca.crt', 'node.crt', 'node.key'].map((file) => join(home, file))
    own(account, home, ...files)
  }
  const configurations = { patroni: join(homes.postgres, 'patroni.yml'), etcd: join(homes.etcd, 'etcd.yml') }
  writeFileSync(
    configurations.patroni,
    patroniFile({ name, address, folder: homes.postgres, range, strict }),
    {
      mode: 0o600,
    },
  )
  writeFileSync(configurations.etcd, etcdFile({ name, address, folder: homes.etcd }))
  own('postgres', configurations.patroni)
  own('etcd', configurations.etcd)

  const programs = {
    etcd: { account: 'etcd', command: ['etcd', '--config-file', configurations.etcd] },
    patroni: { account: 'postgres', command: ['/usr/bin/patroni', configurations.patroni] },
  }
  const running: Partial<Record<keyof typeof programs, ChildProcess>> = {}
  const logOf = (program: string) => join(folder, `${name}-${program}.log`)
  const [cert, key, ca] = [`${name}.crt`, `${name}.key`, 'ca.crt'].map((file) =>
    readFileSync(join(certificates, file)),
  )
  const psql = async (timeout: number, ...args: string[]): Promise<void> => {
    const [program = '', ...rest] = host.inside('postgres')
    const client = [
      'psql',
      '-X',
      '-q',
      '-v',
      'ON_ERROR_STOP=1',
      '-h',
      homes.postgres,
      '-U',
      'postgres',
      '-d',
      'postgres',
    ]
    await run(program, [...rest, ...client, ...args], { cwd: '/', timeout })
  }
  return {
    ...host,
    data: join(homes.postgres, 'data'),
    start() {
      for (const program of ['etcd', 'patroni'] as const) {
        const before = running[program]
        if (before && !hasEnded(before)) continue
        const log = openSync(logOf(program), 'a')
        const { account, command } = programs[program]
        running[program] = host.spawn(command, { account, stdio: ['ignore', log, log] })
      }
    },
    async killEtcd() {
      if (running.etcd) await endProcess(running.etcd, 'SIGKILL')
    },
    psql: (...statements) => psql(4_000, ...statements.flatMap((statement) => ['-c', statement])),
    psqlFile(file, variables) {
      // A copy: the account of PostgreSQL may not be allowed to enter the folder of the code.
      const copy = join(homes.postgres, basename(file))
      copyFileSync(file, copy)
      own('postgres', copy)
      return psql(
        60_000,
        ...Object.entries(variables).flatMap(([name, value]) => ['-v', `${name}='${value}'`]),
        '-f',
        copy,
      )
    },
    ask: (method, path, body) =>
      new Promise((resolve, reject) => {
        const asked = request(
          { host: address, port: 8008, method, path, ca, cert, key, agent: false, timeout: 30_000 },
          (response) => {
            const chunks: Buffer[] = []
            response.on('data', (chunk: Buffer) => chunks.push(chunk))
            response.on('error', reject)
            response.on('end', () =>
              resolve({ status: response.statusCode ?? 0, body: String(Buffer.concat(chunks)) }),
            )
          },
        )
        // A machine that is cut off does not refuse the connection.
        const connecting = setTimeout(() => asked.destroy(new Error(`${name} does not answer`)), 1_500)
        asked.on('socket', (socket) => socket.once('secureConnect', () => clearTimeout(connecting)))
        asked.on('timeout', () => asked.destroy(new Error(`${name} does not answer`)))
        asked.on('error', reject)
        asked.on('close', () => clearTimeout(connecting))
        asked.end(body && JSON.stringify(body))
      }),
    log: () => readFileSync(logOf('patroni'), 'utf8'),
  }
}
