import { sql } from 'kysely'
import type { Language, NotificationMethod, Role } from '#contract/options.ts'
import type { Db } from '#server/platform/database.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { matching } from './queries.ts'

/** The account of a message's recipient. */
export type Addressee = {
  id: string
  role: Role
  /** In lower case. */
  email: string
  phone: string
  signInPhone: string | null
  method: NotificationMethod
}

/** The active accounts with one of these ids, e-mail addresses or sign-in numbers, and all managers where `managers` asks for them. */
export async function listAddressees(
  db: Db,
  { ids, addresses, managers }: { ids: readonly string[]; addresses: readonly string[]; managers: boolean },
): Promise<Addressee[]> {
  const { rows } = await sql<Addressee>`
    select id, role, lower(email) as email, phone, sign_in_phone as "signInPhone", notification_method as method
    from account
    where status = 'Active' and (id = any(${ids}::uuid[])
      or lower(email) = any(${addresses.map((one) => one.toLowerCase())}::text[]) and email <> ''
      or sign_in_phone = any(${[...addresses]}::text[])
      ${managers ? sql`or role = 'admin'` : sql``})`.execute(db)
  return rows
}

/** Addresses of the newest accounts, staff's and closed ones too, whose name, address or number has this in it. */
export async function listAddressesOf(
  db: Db,
  { search, sites }: { search: string; sites: Sites },
  limit: number,
): Promise<string[]> {
  const rows = await matching(db, { role: null, search, sites })
    .select(sql<string>`lower(email)`.as('email'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ email }) => email)
}

export async function setNotificationMethod(db: Db, id: string, method: NotificationMethod): Promise<void> {
  await sql`update account set notification_method = ${method} where id = ${id} and status = 'Active'`.execute(
    db,
  )
}

/** The language of an account; by its e-mail address or sign-in number only while it is active. */
export async function readLanguage(
  db: Db,
  by: { id: string } | { address: string },
): Promise<Language | undefined> {
  const { rows } = await sql<{ language: Language }>`
    select language from account
    where ${'id' in by ? sql`id = ${by.id}` : sql`status = 'Active' and (lower(email) = lower(${by.address}) and email <> '' or sign_in_phone = ${by.address})`}`.execute(
    db,
  )
  return rows[0]?.language
}
