import type { Context } from '#server/platform/context.ts'
import { post, reachedAt } from '#server/platform/outbox.ts'
import type { Account } from './queries.ts'

type Kind =
  | 'registration_known'
  | 'password_changed'
  | 'phone_changed'
  | 'email_changed'
  | 'email_change_asked'
  | 'technician_activated'
  | 'sign_in_changed'

/** Posts a message to the owner of an account, at the address or number of `account`. */
export const tellOwner = (
  within: Context,
  kind: Kind,
  account: Pick<Account, 'email' | 'signInPhone' | 'fullName'>,
): Promise<void> => post(within, { kind, to: reachedAt(account), payload: { fullName: account.fullName } })
