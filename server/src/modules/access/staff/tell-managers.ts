import type { Context } from '#server/platform/context.ts'
import { type OutboxMessage, postOnce } from '#server/platform/outbox.ts'
import type { Sites } from '#server/platform/site-scope.ts'
import { activeManagers } from '../accounts/queries-access.ts'

/**
 * Posts a message to the active managers who have an e-mail address and see all of these sites, once for each `key`. Null: who see every
 * site; `any`: all managers.
 */
export async function tellManagers(
  context: Context,
  { sites, key }: { sites: Sites | 'any'; key: string },
  write: (to: { fullName: string; email: string }) => OutboxMessage,
): Promise<void> {
  for (const manager of await activeManagers(context.db, sites)) {
    if (manager.email !== '') await postOnce(context, write(manager), `${key}:${manager.id}`)
  }
}
