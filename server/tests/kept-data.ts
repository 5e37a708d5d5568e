import type pg from 'pg'

/**
 * Copies the rows of a database into the schema `kept`. Returns a function that restores them, which takes a few milliseconds; a fresh
 * clone with a server takes a quarter of a second of processor time. Triggers do not fire during the restore.
 */
export async function keepData(superuser: pg.Pool): Promise<() => Promise<void>> {
  const { rows: tables } = await superuser.query<{ name: string; columns: string }>(
    `select quote_ident(c.relname) as name, string_agg(quote_ident(a.attname), ', ' order by a.attnum) as columns
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' group by c.oid`,
  )
  const { rows: sequences } = await superuser.query<{ next: string }>(
    `select format('perform setval(%L, %L, %L);', format('%I.%I', schemaname, sequencename), coalesce(last_value, start_value),
       last_value is not null) as next
     from pg_sequences where schemaname = 'public'`,
  )
  const counts = tables.map(({ name }) => `select '${name}' as name, count(*) as n from ${name}`)
  const { rows: counted } = await superuser.query<{ name: string; n: number }>(counts.join(' union all '))
  const filled = new Map(counted.filter(({ n }) => n > 0).map(({ name, n }) => [name, n]))
  const { rows: begun } = await superuser.query('select txid_current() as id')
  const isChanged = (name: string) =>
    `(select count(*) <> ${filled.get(name)} or bool_or(xmin::text::bigint > ${begun[0].id}) from ${name})`
  const steps = tables.map(({ name, columns }) =>
    filled.has(name)
      ? `if ${isChanged(name)} then
           delete from ${name};
           insert into ${name} (${columns}) overriding system value select ${columns} from kept.${name};
         end if;`
      : `delete from ${name};`,
  )
  await superuser.query(`
    create schema kept;
    ${[...filled.keys()].map((name) => `create table kept.${name} as table ${name};`).join('\n')}
    create function kept.restore() returns void language plpgsql set session_replication_role = replica as $restore$
    begin
      ${[...steps, ...sequences.map(({ next }) => next)].join('\n')}
    end $restore$`)
  return async () => {
    await superuser.query('select kept.restore()')
  }
}
