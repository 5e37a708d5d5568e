import { type Insertable, type Selectable, sql } from 'kysely'
import { hours } from '#server/platform/clock.ts'
import type { Timed } from '#server/platform/context.ts'
import { type Db, rowOf } from '#server/platform/database.ts'
import type { Registration as RegistrationTable } from '#server/platform/schema.gen.ts'
import { sameAddress } from '../accounts/queries.ts'

export type Registration = Selectable<RegistrationTable>

/** How long another code can be requested before a new registration is needed. Milliseconds. */
export const registrationsWait = hours(24)

export const addRegistration = (db: Db, registration: Insertable<RegistrationTable>) =>
  db.insertInto('registration').values(registration).execute()

/**
 * Uses the registration of a code up: only one of any number of tries gets it. A registration of another browser is left
 * alone while this browser waits for a code to the same address itself.
 */
export function takeRegistration(
  { db, clock }: Timed,
  by: { codeHash: Buffer; email: string | null; browserHash: Buffer | null },
): Promise<Registration | null> {
  const now = clock.now()
  return rowOf(db)`
    update registration set used_at = ${now}::timestamptz
    where code_hash = ${by.codeHash}
      and used_at is null
      and expires_at > ${now}::timestamptz
      and (${by.email}::text is null or lower(email) = lower(${by.email}::text))
      and (browser_hash = ${by.browserHash}::bytea or not exists (
        select from registration own
        where lower(own.email) = lower(registration.email) and own.phone = registration.phone
          and own.browser_hash = ${by.browserHash}::bytea
          and own.used_at is null
          and own.expires_at > ${now}::timestamptz))
    returning *`
}

/** Gives the latest unused registration of an address or a number another code: preferably one of this browser. */
export const renewRegistration = (
  db: Db,
  by: ({ email: string } | { phone: string }) & { browserHash: Buffer | null; askedAfter: Date },
  code: { codeHash: Buffer; expiresAt: Date },
): Promise<Registration | undefined> =>
  db
    .updateTable('registration')
    .set(code)
    .where('id', '=', (own) =>
      own
        .selectFrom('registration')
        .select('id')
        .where('email' in by ? sameAddress(by.email) : sql<boolean>`phone = ${by.phone} and phone <> ''`)
        .where('usedAt', 'is', null)
        .where('createdAt', '>', by.askedAfter)
        .orderBy(sql`(browser_hash = ${by.browserHash}::bytea) is true`, 'desc')
        .orderBy('createdAt', 'desc')
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst()
