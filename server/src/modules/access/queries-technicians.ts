import { type Insertable, type Selectable, sql } from 'kysely'
import type { Language } from '#contract/options.ts'
import type { Permission } from '#contract/permissions.ts'
import type { Specialty } from '#contract/specialties.ts'
import type { TechnicianStatus } from '#contract/technicians.ts'
import type { Db } from '#server/platform/database.ts'
import type { Invitation as InvitationTable } from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'

/** The statements on technicians: their accounts, what they are good at, and who is invited to become one. */

export type Invitation = Selectable<InvitationTable>

export type TechnicianRow = {
  id: string
  fullName: string
  email: string
  phone: string
  status: TechnicianStatus
  specialties: Specialty[]
  permissions: Permission[]
  sites: Sites
  invitedUntil: Date | null
}

/** One statement, so that somebody who accepts in this moment is there once. */
const everyTechnician = sql`
  select id, full_name as "fullName", email, phone, status, null::timestamptz as "invitedUntil",
    array(select specialty from account_specialty where account_id = account.id) as specialties, permissions,
    (select array_agg(site_id order by site_id) from account_site where account_id = account.id) as sites
  from account where role = 'technician'
  union all
  select id, full_name, email, '', 'Invited', expires_at, specialties, permissions, sites
  from invitation where role = 'technician' and accepted_at is null and withdrawn_at is null`

export async function listTechnicians(db: Db): Promise<TechnicianRow[]> {
  const { rows } = await sql<TechnicianRow>`
    select * from (${everyTechnician}) as technician
    order by array_position(array['Active', 'Invited', 'Deactivated'], status), lower("fullName"), id`.execute(
    db,
  )
  return rows
}

export async function findTechnician(db: Db, id: string): Promise<TechnicianRow | undefined> {
  const { rows } = await sql<TechnicianRow>`
    select * from (${everyTechnician}) as technician where id = ${id}`.execute(db)
  return rows[0]
}

/** Keeps anybody else from changing a technician until the transaction ends; reads it then. */
export async function lockTechnician(db: Db, id: string): Promise<TechnicianRow | undefined> {
  // The invitation first: whoever accepts it holds it until the account is there.
  await db.selectFrom('invitation').select('id').where('id', '=', id).forUpdate().execute()
  await db
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', sql.lit('technician'))
    .forUpdate()
    .execute()
  return findTechnician(db, id)
}

// Accounts

export async function renameTechnician(db: Db, id: string, fullName: string): Promise<void> {
  await db
    .updateTable('account')
    .set({ fullName })
    .where('id', '=', id)
    .where('role', '=', sql.lit('technician'))
    .execute()
}

/** Makes these, and no others, what an account is good at. */
export async function setSpecialties(db: Db, accountId: string, names: readonly string[]): Promise<void> {
  await sql`
    delete from account_specialty
    where account_id = ${accountId} and specialty <> all (${names}::text[])`.execute(db)
  await sql`
    insert into account_specialty select ${accountId}::uuid, unnest(${names}::text[])
    on conflict do nothing`.execute(db)
}

/** Closes the account of a technician; undefined when there is no such active one. */
export async function deactivateTechnician(db: Db, id: string, now: Date) {
  return db
    .updateTable('account')
    .set({ status: 'Deactivated', deactivatedAt: now, passwordHash: null })
    .where('id', '=', id)
    .where('role', '=', sql.lit('technician'))
    .where('status', '=', sql.lit('Active'))
    .returning(['fullName', 'email', 'language'])
    .$narrowType<{ language: Language }>()
    .executeTakeFirst()
}

// Invitations

/** Adds an invitation; false when the address has an open one. */
export async function addInvitation(db: Db, invitation: Insertable<InvitationTable>): Promise<boolean> {
  const added = await db
    .insertInto('invitation')
    .values(invitation)
    .onConflict((conflict) =>
      conflict
        .expression(sql`lower(email)`)
        .where('acceptedAt', 'is', null)
        .where('withdrawnAt', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

export async function findInvitation(db: Db, tokenHash: Buffer): Promise<Invitation | undefined> {
  return db.selectFrom('invitation').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()
}

/** Uses an invitation up: only one of any number of tries gets it. */
export async function takeInvitation(db: Db, tokenHash: Buffer, now: Date): Promise<Invitation | undefined> {
  return db
    .updateTable('invitation')
    .set({ acceptedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .where('expiresAt', '>', now)
    .returningAll()
    .executeTakeFirst()
}

/** Changes an invitation that nobody has accepted or withdrawn; undefined when there is none any more. */
export async function updateInvitation(
  db: Db,
  { id, role }: { id: string; role: 'technician' | 'admin' },
  changes:
    | { tokenHash: Buffer; expiresAt: Date }
    | { withdrawnAt: Date }
    | { fullName: string; specialties: Specialty[]; permissions: Permission[]; sites: string[] | null },
): Promise<Invitation | undefined> {
  return db
    .updateTable('invitation')
    .set(changes)
    .where('id', '=', id)
    .where('role', '=', role)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .returningAll()
    .executeTakeFirst()
}
