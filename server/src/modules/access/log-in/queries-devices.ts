import type { Insertable } from 'kysely'
import type { Db } from '#server/platform/database.ts'
import type { SignInDevice } from '#server/platform/schema.gen.ts'

/** Statements on browsers that have signed in to an account. */

export async function findDevice(db: Db, accountId: string, deviceHash: Buffer): Promise<boolean> {
  const found = await db
    .selectFrom('signInDevice')
    .select('seenAt')
    .where('accountId', '=', accountId)
    .where('deviceHash', '=', deviceHash)
    .executeTakeFirst()
  return found !== undefined
}

export const keepDevice = (db: Db, device: Insertable<SignInDevice>) =>
  db
    .insertInto('signInDevice')
    .values(device)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'deviceHash']).doUpdateSet({ seenAt: device.seenAt }),
    )
    .execute()

/** Deletes the known browsers of an account that have no session. */
export const forgetDevicesOf = (db: Db, accountId: string) =>
  db
    .deleteFrom('signInDevice')
    .where('accountId', '=', accountId)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('session')
            .select('session.accountId')
            .whereRef('session.accountId', '=', 'signInDevice.accountId')
            .whereRef('session.deviceHash', '=', 'signInDevice.deviceHash'),
        ),
      ),
    )
    .execute()

/** Deletes browsers that have not signed in since an instant. */
export const forgetDevicesBefore = (db: Db, before: Date) =>
  db.deleteFrom('signInDevice').where('seenAt', '<', before).execute()

/** The number of browsers that have signed in to an account. */
export async function countDevicesOf(db: Db, accountId: string): Promise<number> {
  const { known } = await db
    .selectFrom('signInDevice')
    .select(({ fn }) => fn.countAll<number>().as('known'))
    .where('accountId', '=', accountId)
    .executeTakeFirstOrThrow()
  return known
}
