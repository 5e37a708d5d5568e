import { sql } from 'kysely'
import type { Specialty } from '#contract/specialties.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { DemoSignIn } from '#server/platform/demo-sign-ins.ts'

/** Statements on a database that DEMO made, and on whether DEMO made it. */

/** The settings with which a demonstration was made; null for any other database. */
export async function demoMarker(db: Db): Promise<{ perDay: number } | null> {
  const row = await db
    .selectFrom('audit')
    .select(sql<{ perDay: number }>`after`.as('made'))
    .where('subjectKind', '=', 'laboratory')
    .where('subjectId', '=', 'demo')
    .where('action', '=', 'demo.made')
    .executeTakeFirst()
  return row?.made ?? null
}

export async function isUntouched(db: Db): Promise<boolean> {
  const row = await rowOf(db)<{ untouched: boolean }>`
    select not exists (select from account) and not exists (select from visit) as untouched`
  return row?.untouched ?? false
}

export const nameLaboratory = (
  db: Db,
  facts: { name: string; address: string; phone: string; email: string },
) => db.updateTable('laboratory').set(facts).execute()

export async function addDemoAccount(
  db: Db,
  account: Pick<DemoSignIn, 'role' | 'name' | 'email'> & {
    id: string
    passwordHash: string
    createdAt: Date
  },
  specialties: readonly Specialty[],
): Promise<void> {
  const { id, role, name: fullName, email, passwordHash, createdAt } = account
  const phone = '+44 7700 900123'
  await db
    .insertInto('account')
    .values({ id, role, fullName, email, phone, passwordHash, createdAt })
    .execute()
  if (specialties.length === 0) return
  const rows = specialties.map((specialty) => ({ accountId: id, specialty }))
  await db.insertInto('accountSpecialty').values(rows).execute()
}

/** The made-up staff in the order of their plan. */
export const demoStaff = (db: Db): Promise<{ id: string; place: number }[]> =>
  rowsOf(db)`
    select id, substring(email from '^staff([0-9]+)@example[.]com$')::int - 1 as place from account
    where role = 'technician' and status = 'Active' and email ~ '^staff[0-9]+@example[.]com$' order by place`

/** Some made-up patients, who book today. */
export const demoPatients = (db: Db, limit: number) =>
  db
    .selectFrom('account')
    .select(['id', 'fullName', 'phone', 'email'])
    .where('role', '=', 'user')
    .where('passwordHash', 'is', null)
    .where('status', '=', 'Active')
    .orderBy(sql`md5(id::text)`)
    .limit(limit)
    .execute()
