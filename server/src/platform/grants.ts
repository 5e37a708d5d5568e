import type pg from 'pg'

export type Privilege = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE'

type Relation = { name: string; held: string[] | null; policy: boolean; guarded: boolean }

/**
 * Grants a role the privileges that `rights` returns for each table, view and sequence of a schema, and revokes all others
 * from it and from PUBLIC. Writes only differences, so that a server that starts on a busy database leaves the catalogue
 * alone. Only the schema's owner may call it.
 */
export async function grantRights(
  client: pg.ClientBase,
  role: string,
  schema: string,
  rights: (relation: string) => readonly Privilege[],
): Promise<void> {
  const to = client.escapeIdentifier(role)
  const within = client.escapeIdentifier(schema)
  await client.query(`grant usage on schema ${within} to ${to}`)
  for (const { name, held, policy, guarded } of await relationsOf(client, schema, role)) {
    const on = `${within}.${client.escapeIdentifier(name)}`
    const wanted = [...rights(name)]
    if (wanted.toSorted().join() !== (held ?? []).toSorted().join()) {
      await client.query(`revoke all on ${on} from public, ${to}`)
      if (wanted.length > 0) await client.query(`grant ${wanted.join(', ')} on ${on} to ${to}`)
    }
    // Row security without a policy hides every row from all but the owner.
    if (guarded && !policy) await client.query(`create policy ${to} on ${on} to ${to} using (true)`)
  }
}

/** `held`: the privileges of the role and of PUBLIC. Objects of extensions are left out. */
async function relationsOf(client: pg.ClientBase, schema: string, role: string): Promise<Relation[]> {
  const { rows } = await client.query<Relation>(
    `select c.relname as name, c.relrowsecurity as guarded,
       exists (select from pg_policy p where p.polrelid = c.oid and p.polname = $2) as policy,
       (select array_agg(distinct a.privilege_type) from aclexplode(c.relacl) a
        where a.grantee in (0, (select oid from pg_roles where rolname = $2))) as held
     from pg_class c
     where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'S')
       and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
     order by c.relname`,
    [client.escapeIdentifier(schema), role],
  )
  return rows
}
