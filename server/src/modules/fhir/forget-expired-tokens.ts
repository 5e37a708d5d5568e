import type { Context } from '#server/platform/context.ts'
import { deleteExpired } from './apps/queries-artifacts.ts'
import { deleteOldLaunches } from './apps/queries-launches.ts'
import { forgetOldExports } from './export/start-export.ts'

/** Deletes expired tokens, launches of apps, and exports that can no longer be read. */
export async function forgetExpiredTokens(context: Pick<Context, 'db' | 'clock'>): Promise<void> {
  await deleteExpired(context.db, context.clock.now())
  await deleteOldLaunches(context.db, context.clock.now())
  await forgetOldExports(context)
}
