import { may, type Permission } from '#contract/permissions.ts'
import type { Context } from '#server/platform/context.ts'
import { type OutboxMessage, postOnce } from '#server/platform/outbox.ts'
import { staffAt } from './queries-staff.ts'

/**
 * Posts a message to the active staff of a site who have the permission and an e-mail address, once for each `key`. `except`: the account
 * that caused the message.
 */
export async function tellStaff(
  context: Context,
  {
    siteId,
    permission,
    key,
    except,
  }: { siteId: string; permission: Permission; key: string; except?: string },
  write: (to: { fullName: string; email: string }) => OutboxMessage,
): Promise<void> {
  for (const colleague of await staffAt(context.db, siteId)) {
    if (colleague.id === except || colleague.email === '' || !may(colleague, permission)) continue
    await postOnce(context, write(colleague), `${key}:${colleague.id}`)
  }
}
