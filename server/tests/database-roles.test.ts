import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { openPool } from '#server/platform/database.ts'
import { createLog } from '#server/platform/log.ts'
import { isMigrated } from '#server/platform/migrate.ts'
import { roles } from '#server/platform/postgres/roles.ts'
import { asOwner, prepareDatabase } from '#server/prepare-database.ts'
import { rightsOn } from '#server/rights.ts'
import { openTestApp, type TestApp } from './harness.ts'
import { startOwnPostgres } from './own-postgres.ts'
import { freePort, startProduct } from './product-process.ts'

let lab: TestApp
beforeAll(async () => {
  lab = await openTestApp()
})
afterAll(() => lab.close())

const frozen = [
  'audit',
  'audit_block',
  'breakpoint',
  'breakpoint_table',
  'callback_try',
  'confidential_report',
  'contact_answer',
  'control_responsibility',
  'health_card',
  'interpretation_version',
  'interval_version',
  'message_text',
  'queue_event',
  'report',
  'report_handover',
  'report_picture',
  'test_analyte',
]

const denied = /^(permission denied|must be owner)/
const refusal = (statement: string, pool = lab.pool) =>
  pool.query(statement).then(
    () => 'done',
    (error: Error) => error.message,
  )
const rowsOf = async <Row>(statement: string): Promise<Row[]> => (await lab.superuser.query(statement)).rows

describe('the role of the product', () => {
  it('the role of the product is no superuser, may not create roles or databases, and is a member of no other role', async () => {
    expect((await lab.pool.query('select current_user as role')).rows).toEqual([{ role: roles.work }])
    for (const role of [roles.work, roles.owner]) {
      const [row] = await rowsOf(`select rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
        (select count(*) from pg_auth_members where member = r.oid) as memberships
        from pg_roles r where rolname = '${role}'`)
      expect(row).toEqual({
        rolsuper: false,
        rolcreatedb: false,
        rolcreaterole: false,
        rolreplication: false,
        rolbypassrls: false,
        memberships: 0,
      })
    }
  })

  it('the role of the product owns nothing', async () => {
    expect(
      await rowsOf(`select * from pg_shdepend where refclassid = 'pg_authid'::regclass
      and refobjid = '${roles.work}'::regrole and deptype = 'o'`),
    ).toEqual([])
  })

  it('the role of the product has exactly the listed rights on every table, view and sequence, and PUBLIC has none', async () => {
    const held = await rowsOf<{ name: string; work: string[]; all: string[] }>(`
      select c.relname as name,
        array(select a.privilege_type from aclexplode(c.relacl) a where a.grantee = '${roles.work}'::regrole order by 1) as work,
        array(select a.privilege_type from aclexplode(c.relacl) a where a.grantee = 0) as all
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
      order by c.relname`)
    expect(held.length).toBeGreaterThan(78)
    for (const { name, work, all } of held) {
      expect({ name, work }).toEqual({ name, work: rightsOn(name).toSorted() })
      expect({ name, all }).toEqual({ name, all: [] })
    }
    const columns =
      await rowsOf(`select attrelid::regclass, attname from pg_attribute where attacl is not null
      and attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`)
    expect(columns).toEqual([])
  })

  it('the role of the product can read every table, so that no table is missing from the list of rights', async () => {
    const tables = await rowsOf<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = 'public'",
    )
    expect(tables.filter(({ name }) => !rightsOn(name).includes('SELECT'))).toEqual([])
  })

  it('the role of the product may not change rows that a trigger freezes, nor delete rows that a trigger keeps', async () => {
    const guarded = await rowsOf<{ name: string; update: boolean; delete: boolean }>(`
      select tgrelid::regclass::text as name, tgtype & 16 > 0 as update, tgtype & 8 > 0 as delete
      from pg_trigger where tgfoid in ('refuse_change'::regproc, 'keep_until_expired'::regproc, 'keep_contact_answer'::regproc) and tgtype & 32 = 0 and tgqual is null`)
    const names = [...new Set(guarded.map(({ name }) => name))].sort()
    const isGuarded = (name: string, event: 'update' | 'delete') =>
      guarded.some((one) => one.name === name && one[event])
    expect(names.filter((name) => isGuarded(name, 'update') && isGuarded(name, 'delete'))).toEqual(frozen)
    for (const { name, ...event } of guarded) {
      if (event.update) expect(rightsOn(name), name).not.toContain('UPDATE')
      if (event.delete) expect(rightsOn(name), name).not.toContain('DELETE')
    }
  })

  it.each(frozen)(
    'the role of the product may not change, delete from or truncate %s, nor disable its trigger',
    async (table) => {
      const [column] = await rowsOf<{ name: string }>(
        `select attname as name from pg_attribute where attrelid = '${table}'::regclass and attnum = 1`,
      )
      for (const statement of [
        `update ${table} set ${column?.name} = ${column?.name}`,
        `delete from ${table}`,
        `truncate ${table} cascade`,
        `alter table ${table} disable trigger all`,
        `alter table ${table} disable trigger user`,
        `alter table ${table} owner to ${roles.work}`,
        `alter table ${table} add column x int`,
        `create trigger x before insert on ${table} for each row execute function refuse_change()`,
        `drop table ${table} cascade`,
        `grant all on ${table} to ${roles.work}`,
      ]) {
        const said = await refusal(statement)
        // PostgreSQL only warns if it could grant none of the rights.
        if (statement.startsWith('grant'))
          expect(['done', `permission denied for table ${table}`]).toContain(said)
        else expect(said, statement).toMatch(denied)
      }
      expect(rightsOn(table)).toEqual(['SELECT', 'INSERT'])
    },
  )

  it.each([
    'create table x (id int)',
    'create schema x',
    'create function x() returns int language sql as $$ select 1 $$',
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop function refuse_change() cascade',
    'alter function refuse_change() owner to phial',
    'drop index audit_by_subject',
    'truncate visit cascade',
    'alter table visit disable trigger visit_is_kept',
    'alter table visit drop constraint visit_pkey cascade',
    'do $$ begin lock table audit in access exclusive mode; end $$',
    "update migration set checksum = ''",
    'delete from migration',
    "select setval('audit_position_seq', 1)",
    'alter sequence audit_position_seq restart',
    'create extension pageinspect',
    'drop extension pg_trgm',
    'set session_replication_role = replica',
    'set role phial_owner',
    'set session authorization postgres',
    'create role x',
    'alter role phial superuser',
    'create database x',
    'alter system set fsync = off',
    "copy visit to '/tmp/x'",
    "copy visit to program 'cat'",
    "select pg_read_file('postgresql.conf')",
    'drop table graphile_worker._private_jobs',
    'create table graphile_worker.x (id int)',
  ])('the role of the product is denied: %s', async (statement) => {
    expect(await refusal(statement)).toMatch(
      /^(permission denied|must be (owner|able)|only roles with|database .* (does not exist|owner))/,
    )
  })

  it('only the functions that delete expired rows, forget people and encrypt answers run with the rights of their owner', async () => {
    expect(
      await rowsOf(`select proname from pg_proc where prosecdef and pronamespace::regnamespace::text
        in ('public', 'graphile_worker') order by proname`),
    ).toEqual([
      { proname: 'carry_out_erasure' },
      { proname: 'delete_expired' },
      { proname: 'encrypt_contact_answer' },
    ])
  })

  it('the schema belongs to another role, which is no superuser either', async () => {
    const owners = await rowsOf(`select distinct relowner::regrole::text as owner from pg_class
      where relnamespace::regnamespace::text in ('public', 'graphile_worker')`)
    expect(owners).toEqual([{ owner: roles.owner }])
  })
})

describe('migrating a database', () => {
  const { host, port } = inject('postgres')
  const as = (user: string) => ({ host, port, user, database: lab.database })
  const log = createLog('silent')

  it('migrating restores a revoked right, revokes an added one, and grants nothing on a table without an entry', async () => {
    await lab.superuser.query(
      `create table forgotten (id int); alter table forgotten owner to ${roles.owner}`,
    )
    await lab.superuser.query(`grant all on forgotten to public; grant delete on audit to ${roles.work};
      revoke all on visit from ${roles.work}`)
    await asOwner(as(roles.owner), log, (owner) => prepareDatabase(owner, lab.pool))
    expect(await refusal('select from forgotten')).toBe('permission denied for table forgotten')
    expect(await refusal('delete from audit')).toBe('permission denied for table audit')
    expect(await refusal('select from visit')).toBe('done')
    await lab.superuser.query('drop table forgotten')
  })

  it('migrating writes nothing if nothing has changed', async () => {
    const versions = () => rowsOf('select relname, xmin, relacl::text from pg_class order by oid')
    const before = await versions()
    await asOwner(as(roles.owner), log, (owner) => prepareDatabase(owner, lab.pool))
    expect(await versions()).toEqual(before)
  })

  it('migrating needs no owner if there is nothing to do, and otherwise names the role that lacks rights', async () => {
    expect(await prepareDatabase(lab.pool, lab.pool)).toEqual([])
    expect(await isMigrated(lab.pool)).toBe(true)
    const [last] = await rowsOf<{ name: string; checksum: string }>(
      'select name, checksum from migration order by name desc limit 1',
    )
    await lab.superuser.query('delete from migration where name = $1', [last?.name])
    await expect(prepareDatabase(lab.pool, lab.pool)).rejects.toThrow(
      /may not bring it to this version .*set MIGRATION_DATABASE_URL/,
    )
    await lab.superuser.query('insert into migration (name, checksum) values ($1, $2)', [
      last?.name,
      last?.checksum,
    ])
  })

  it('migrating grants rights to a role of any name on an external PostgreSQL', async () => {
    await lab.superuser.query('create role "Own work" login')
    const own = openPool(as('Own work'), log, 1)
    try {
      await asOwner(as(roles.owner), log, (owner) => prepareDatabase(owner, own))
      expect(await refusal('select from visit', own)).toBe('done')
      expect(await refusal('select from graphile_worker._private_jobs', own)).toBe('done')
      expect(await refusal('delete from audit', own)).toMatch(denied)
    } finally {
      await own.end()
      await lab.superuser.query('drop owned by "Own work"; drop role "Own work"')
    }
  })
})

describe('an external PostgreSQL, set up as in the README', () => {
  it('an external PostgreSQL is migrated by its owner, and the product runs as the other role', {
    timeout: 90_000,
  }, async () => {
    const own = await startOwnPostgres({ empty: true })
    const dataDir = mkdtempSync(join(tmpdir(), 'phial-test-data-'))
    try {
      await onOwn(own.url, readmeStatements())
      const url = (user: string) => `postgresql://${user}:the-password@127.0.0.1:${own.port}/phial`
      const start = async (more: Record<string, string>) =>
        startProduct({
          port: await freePort(),
          settings: { DATA_DIR: dataDir, DATABASE_URL: url('phial'), ...more },
        })
      await expect(start({})).rejects.toThrow('set MIGRATION_DATABASE_URL to the role that owns it')
      for (const more of [{ MIGRATION_DATABASE_URL: url('phial_owner') }, {}]) {
        const server = await start(more)
        expect(await server.end('SIGTERM')).toBe(0)
      }
      const owners = await onOwn(
        url('phial'),
        `select distinct relowner::regrole::text as owner from pg_class
         where relnamespace::regnamespace::text in ('public', 'graphile_worker')`,
      )
      expect(owners).toEqual([{ owner: 'phial_owner' }])
      await expect(onOwn(url('phial'), 'truncate audit')).rejects.toThrow('permission denied for table audit')
    } finally {
      await own.remove()
      rmSync(dataDir, { recursive: true, force: true })
    }
  })
})

/** The statements that the README tells an operator to run as superuser, read from the README. */
function readmeStatements(): string {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const block = /```sql\n(create role phial_owner[\s\S]*?)```/.exec(readme)?.[1]
  if (block === undefined) throw new Error('The README says no more how to make the roles')
  return block
}

async function onOwn(url: string, statements: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    let rows: unknown[] = []
    // One by one: `create database` cannot run in a transaction with other statements.
    for (const statement of statements.split(/;\s*$/m).filter((text) => text.trim() !== '')) {
      rows = (await client.query(statement)).rows
    }
    return rows
  } finally {
    await client.end()
  }
}
