import { sql } from 'kysely'
import type { Role } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'

/** Statements on a database that DEMO made, and on whether it is one. */

/** What a demonstration was made with; null for any other database. */
export async function demoMarker(db: Db): Promise<{ perDay: number } | null> {
  const { rows } = await sql<{ after: { perDay: number } }>`
    select after from audit where subject_kind = 'laboratory' and subject_id = 'demo' and action = 'demo.made'`.execute(
    db,
  )
  return rows[0]?.after ?? null
}

export async function isUntouched(db: Db): Promise<boolean> {
  const { rows } = await sql<{ untouched: boolean }>`
    select not exists (select from account) and not exists (select from visit) as untouched`.execute(db)
  return rows[0]?.untouched ?? false
}

export async function nameLaboratory(
  db: Db,
  facts: { name: string; address: string; phone: string; email: string },
): Promise<void> {
  await db.updateTable('laboratory').set(facts).execute()
}

export async function addDemoAccount(
  db: Db,
  account: {
    id: string
    role: Role
    name: string
    email: string
    passwordHash: string
    createdAt: Date
    specialties: readonly string[]
  },
): Promise<void> {
  await sql`
    insert into account (id, role, full_name, email, phone, password_hash, created_at)
    values (${account.id}, ${account.role}, ${account.name}, ${account.email}, '+44 7700 900123', ${account.passwordHash},
      ${account.createdAt})`.execute(db)
  await sql`
    insert into account_specialty (account_id, specialty)
    select ${account.id}, unnest(${[...account.specialties]}::text[])`.execute(db)
}

/** The made-up staff in the order of the plan that they were made from. */
export async function demoStaff(db: Db): Promise<{ id: string; place: number }[]> {
  const { rows } = await sql<{ id: string; place: number }>`
    select id, substring(email from '^staff([0-9]+)@example[.]com$')::int - 1 as place from account
    where role = 'technician' and status = 'Active' and email ~ '^staff[0-9]+@example[.]com$' order by place`.execute(
    db,
  )
  return rows
}

/** Some made-up patients, for those who book today. */
export async function demoPatients(
  db: Db,
  limit: number,
): Promise<{ id: string; fullName: string; phone: string; email: string }[]> {
  const { rows } = await sql<{ id: string; fullName: string; phone: string; email: string }>`
    select id, full_name as "fullName", phone, email from account
    where role = 'user' and password_hash is null and status = 'Active' order by md5(id::text) limit ${limit}`.execute(
    db,
  )
  return rows
}
