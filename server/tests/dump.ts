import type { TestApp } from './harness.ts'

/** Every row of every table as text, followed by the bytes of all `bytea` values. */
export async function dumpOf({ superuser }: TestApp): Promise<string> {
  const { rows } = await superuser.query(
    `select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const parts = await Promise.all(
    rows.map(({ name }) => superuser.query(`select string_agg(t::text, ' ') as all from "${name}" t`)),
  )
  const text = parts.map((part) => part.rows[0].all ?? '').join('\n')
  const bytes = [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex]) => Buffer.from(hex ?? '', 'hex'))
  return `${text}\n${Buffer.concat(bytes).toString('latin1')}`
}
