import { type Expression, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Permission } from '#contract/permissions.ts'
import type { Specialty } from '#contract/specialties.ts'
import type { TechnicianStatus } from '#contract/technicians.ts'
import type { Context } from '#server/platform/context.ts'
import { type Db, rowOf, rowsOf } from '#server/platform/database.ts'
import type { Invitation as InvitationTable } from '#server/platform/schema.gen.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import type { Account } from '../accounts/queries.ts'
import { anotherManagesAllSites } from '../accounts/queries-access.ts'

/** Statements on technicians and managers, and on who is invited to become one. */

export type Invitation = Selectable<InvitationTable>
export type StaffRole = Invitation['role']

export type StaffRow = Pick<Account, 'id' | 'fullName' | 'email' | 'phone'> & {
  status: TechnicianStatus
  specialties: Specialty[]
  permissions: Permission[]
  sites: Sites
  invitedUntil: Date | null
}

/** One statement, so that somebody who accepts the invitation at this moment is listed once. */
const everyone = (role: StaffRole) => sql`
  select id, full_name, email, phone, status, null::timestamptz as invited_until,
    array(select specialty from account_specialty where account_id = account.id) as specialties, permissions,
    (select array_agg(site_id order by site_id) from account_site where account_id = account.id) as sites
  from account where role = ${sql.lit(role)}
  union all
  select id, full_name, email, '', 'Invited', expires_at, specialties, permissions, sites
  from invitation where role = ${sql.lit(role)} and accepted_at is null and withdrawn_at is null`

export const listStaff = (db: Db, role: StaffRole): Promise<StaffRow[]> =>
  rowsOf(db)`
    select * from (${everyone(role)}) as staff
    order by array_position(array['Active', 'Invited', 'Deactivated'], status), lower(full_name), id`

export const findStaff = (db: Db, role: StaffRole, id: string): Promise<StaffRow | null> =>
  rowOf(db)`select * from (${everyone(role)}) as staff where id = ${id}`

/** Condition on accounts `a`: not limited to other sites than this one. */
export const worksAt = (site: Expression<unknown>) => sql<boolean>`(
  not exists (select from account_site x where x.account_id = a.id)
  or exists (select from account_site x where x.account_id = a.id and x.site_id = ${site}))`

type Colleague = Pick<Account, 'id' | 'fullName' | 'email' | 'permissions'> & { role: StaffRole }

/** The active staff of a site, by name. */
export const staffAt = (db: Db, siteId: string): Promise<Colleague[]> =>
  rowsOf(db)`select a.id, a.full_name, a.email, a.role, a.permissions from account a
    where a.status = 'Active' and a.role in ('admin', 'technician') and ${worksAt(sql`${siteId}::uuid`)}
    order by lower(a.full_name), a.id`

/** Locks an invitation until the transaction ends; it waits for somebody who is accepting it. */
export const lockInvitation = (tx: Db, id: string) =>
  tx.selectFrom('invitation').select('id').where('id', '=', id).forUpdate().execute()

/** Keeps anybody else from changing a technician until the transaction ends; reads it then. */
export async function lockTechnician(tx: Db, id: string): Promise<StaffRow | null> {
  // The invitation first: whoever accepts it holds it until the account is there.
  await lockInvitation(tx, id)
  await tx
    .selectFrom('account')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', sql.lit('technician'))
    .forUpdate()
    .execute()
  return findStaff(tx, 'technician', id)
}

// Accounts

export async function updateTechnician(
  tx: Db,
  id: string,
  { specialties, ...changes }: { fullName: string; permissions: Permission[]; specialties: Specialty[] },
): Promise<void> {
  await tx
    .updateTable('account')
    .set(changes)
    .where('id', '=', id)
    .where('role', '=', sql.lit('technician'))
    .execute()
  await setSpecialties(tx, id, specialties)
}

/** Replaces the specialties of an account. */
export async function setSpecialties(tx: Db, accountId: string, names: readonly Specialty[]): Promise<void> {
  const other = tx.deleteFrom('accountSpecialty').where('accountId', '=', accountId)
  if (names.length === 0) {
    await other.execute()
    return
  }
  await other.where('specialty', 'not in', names).execute()
  await tx
    .insertInto('accountSpecialty')
    .values(names.map((specialty) => ({ accountId, specialty })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Closes the account of a technician or a manager; undefined when there is no such active one, or when nobody else would
 * manage all sites. Managers are to be locked before, as in `setSites`.
 */
export function deactivateStaff(
  tx: Db,
  role: StaffRole,
  id: string,
  now: Date,
): Promise<Account | undefined> {
  const update = tx
    .updateTable('account')
    .set({ status: 'Deactivated', deactivatedAt: now, passwordHash: null })
    .where('id', '=', id)
    .where('role', '=', sql.lit(role))
    .where('status', '=', sql.lit('Active'))
    .returningAll()
  return (
    role === 'admin' ? update.where(anotherManagesAllSites(sql.ref('account.id'))) : update
  ).executeTakeFirst()
}

// Invitations

/** Adds an invitation; undefined when the address has an open one. */
export const addInvitation = (db: Db, invitation: Insertable<InvitationTable>) =>
  db
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

export const findInvitation = (db: Db, tokenHash: Buffer): Promise<Invitation | undefined> =>
  db.selectFrom('invitation').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst()

const updateOpen = (db: Db, changes: Updateable<InvitationTable>) =>
  db
    .updateTable('invitation')
    .set(changes)
    .where('acceptedAt', 'is', null)
    .where('withdrawnAt', 'is', null)
    .returningAll()

/** Uses an invitation up: only one of any number of tries gets it. */
export function takeInvitation({ db, clock }: Context, tokenHash: Buffer): Promise<Invitation | undefined> {
  const now = clock.now()
  return updateOpen(db, { acceptedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Changes an invitation that is neither accepted nor withdrawn; undefined when there is none. */
export const updateInvitation = (
  db: Db,
  { id, role }: { id: string; role: StaffRole },
  changes: Updateable<InvitationTable>,
): Promise<Invitation | undefined> =>
  updateOpen(db, changes).where('id', '=', id).where('role', '=', role).executeTakeFirst()
