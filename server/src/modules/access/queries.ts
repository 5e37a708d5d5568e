import { sql } from 'kysely'
import { after } from '#server/platform/clock.ts'
import type { Timed } from '#server/platform/context.ts'
import { endLapsedChanges } from './accounts/queries-address-changes.ts'
import { deviceLife } from './log-in/devices.ts'
import { forgetDevicesBefore } from './log-in/queries-devices.ts'
import { registrationsWait } from './sign-up/queries.ts'

/** Removes what can no longer be used: ended sessions, codes, links and attempts; ends changes of addresses that have lapsed. */
export async function forgetAccessLeftovers({ db, clock }: Timed): Promise<void> {
  const now = clock.now()
  await db
    .deleteFrom('session')
    .where(
      sql<boolean>`(expires_at <= ${now} or last_seen_at + make_interval(secs => idle_seconds) <= ${now})`,
    )
    .execute()
  await db.deleteFrom('registration').where('expiresAt', '<=', after(now, -registrationsWait)).execute()
  await db.deleteFrom('oneTimeToken').where('expiresAt', '<=', now).execute()
  await db.deleteFrom('issuerAttempt').where('expiresAt', '<=', now).execute()
  await forgetDevicesBefore(db, after(now, -deviceLife))
  await endLapsedChanges(db, now)
}
