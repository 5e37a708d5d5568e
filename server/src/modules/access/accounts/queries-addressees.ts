import { sql } from 'kysely'
import type { Language, NotificationMethod } from '#contract/options.ts'
import { type Db, rowsOf } from '#server/platform/database.ts'
import { gather } from '#server/platform/gather.ts'
import { type Account, type AccountFilter, matching } from './queries.ts'

/** The account of a message's recipient. `email` is in lower case. */
export type Addressee = Pick<Account, 'id' | 'role' | 'email' | 'phone' | 'signInPhone'> & {
  method: NotificationMethod
}

/** The active accounts with one of these ids, e-mail addresses or sign-in numbers, and all managers where `managers` asks for them. */
export const listAddressees = (
  db: Db,
  { ids, addresses, managers }: { ids: readonly string[]; addresses: readonly string[]; managers: boolean },
): Promise<Addressee[]> =>
  rowsOf(db)`
    select id, role, lower(email) as email, phone, sign_in_phone, notification_method as method
    from account
    where status = 'Active' and (id = any(${ids}::uuid[])
      or lower(email) = any(${addresses.map((address) => address.toLowerCase())}::text[]) and email <> ''
      or sign_in_phone = any(${[...addresses]}::text[])
      ${managers ? sql`or role = 'admin'` : sql``})`

/** Addresses of the newest accounts, staff's and closed ones too, whose name, address or number has this in it. */
export async function listAddressesOf(
  db: Db,
  filter: Omit<AccountFilter, 'role'>,
  limit: number,
): Promise<string[]> {
  const rows = await matching(db, { ...filter, role: null })
    .select(sql<string>`lower(email)`.as('email'))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ email }) => email)
}

export const setNotificationMethod = (db: Db, id: string, notificationMethod: NotificationMethod) =>
  db
    .updateTable('account')
    .set({ notificationMethod })
    .where('id', '=', id)
    .where('status', '=', sql.lit('Active'))
    .execute()

/** The languages of accounts, including closed accounts. */
export const readLanguage = gather({
  lanes: 2,
  async run(db, ids: readonly string[]): Promise<(Language | undefined)[]> {
    const rows = await db
      .selectFrom('account')
      .select(['id', 'language'])
      .where('id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .execute()
    const byId = new Map(rows.map(({ id, language }) => [id, language]))
    return ids.map((id) => byId.get(id))
  },
})

/** The language of the active account with an e-mail address or sign-in number. */
export const readLanguageAt = async (db: Db, address: string): Promise<Language | undefined> =>
  (
    await db
      .selectFrom('account')
      .select('language')
      .where(
        sql<boolean>`status = 'Active'
          and (lower(email) = lower(${address}) and email <> '' or sign_in_phone = ${address})`,
      )
      .executeTakeFirst()
  )?.language
