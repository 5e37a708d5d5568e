import type pg from 'pg'

/**
 * The roles of the embedded database. The superuser creates the others and then disconnects; the owner migrates the
 * schema; the product runs as `work`, which has only the rights that it is granted; `backup` copies the database and reads
 * all of it, and can write nothing.
 */
export const roles = {
  superuser: 'postgres',
  owner: 'phial_owner',
  work: 'phial',
  backup: 'phial_backup',
} as const

const attributes = (role: string) =>
  role === roles.backup
    ? 'login nosuperuser nocreatedb nocreaterole replication bypassrls'
    : 'login nosuperuser nocreatedb nocreaterole noreplication nobypassrls'

/** Objects of this database that the superuser owns, as after an earlier version or in a restored copy. */
const handOver = `do $$
declare statement text;
begin
  for statement in
    with ours as (
      select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    ), apart as (
      select classid, objid from pg_depend where deptype = 'e'
    )
    select format('alter schema %s owner to ${roles.owner}', oid::regnamespace) from pg_namespace
    where oid in (select oid from ours) and nspowner = '${roles.superuser}'::regrole
    union all
    select format('alter %s %s owner to ${roles.owner}',
      case relkind when 'v' then 'view' when 'm' then 'materialized view' when 'S' then 'sequence' else 'table' end,
      oid::regclass)
    from pg_class c where relnamespace in (select oid from ours) and relkind in ('r', 'p', 'v', 'm', 'S')
      and relowner = '${roles.superuser}'::regrole and ('pg_class'::regclass, oid) not in (select classid, objid from apart)
      -- A column's sequence goes with its table.
      and not (relkind = 'S' and exists (
        select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
    union all
    select format('alter routine %s owner to ${roles.owner}', oid::regprocedure) from pg_proc
    where pronamespace in (select oid from ours) and proowner = '${roles.superuser}'::regrole
      and ('pg_proc'::regclass, oid) not in (select classid, objid from apart)
    union all
    select format('alter type %s owner to ${roles.owner}', oid::regtype) from pg_type t
    where typnamespace in (select oid from ours) and typowner = '${roles.superuser}'::regrole
      and (typtype in ('d', 'e', 'r') or typtype = 'c' and exists (select from pg_class where oid = typrelid and relkind = 'c'))
      and ('pg_type'::regclass, oid) not in (select classid, objid from apart)
  loop
    execute statement;
  end loop;
end $$`

/** Creates the roles and the product's database, and sets its owner. Idempotent; `client` is a connection of the superuser. */
export async function prepareRoles(client: pg.Client, connect: () => Promise<pg.Client>): Promise<void> {
  for (const role of [roles.owner, roles.work, roles.backup]) {
    const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role])
    await client.query(`${rowCount === 0 ? 'create' : 'alter'} role ${role} ${attributes(role)}`)
  }
  await client.query(`grant pg_read_all_data, pg_read_all_stats to ${roles.backup}`)
  const { rowCount } = await client.query("select from pg_database where datname = 'phial'")
  await client.query(
    rowCount === 0
      ? `create database phial owner ${roles.owner}`
      : `alter database phial owner to ${roles.owner}`,
  )
  await client.query(
    `revoke all on database phial from public; grant connect, temporary on database phial to ${roles.work};
     grant connect on database phial to ${roles.backup}`,
  )
  const inside = await connect()
  try {
    // A restore point marks the state in the write-ahead log whose rows a backup has counted.
    await inside.query(`grant execute on function pg_create_restore_point(text) to ${roles.backup}`)
    if (rowCount !== 0) await inside.query(handOver)
  } finally {
    await inside.end()
  }
}
