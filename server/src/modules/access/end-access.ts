import type { Context, SignedIn } from '#server/platform/context.ts'
import { accountClosed, sessionsEnded } from './events.ts'
import { endSessionsOf, forgetSubjectsOf, retireTokens } from './queries.ts'

/**
 * Takes everything from an account that is closed in this transaction with which somebody still got in or was told
 * something: sessions, push, ways of signing in, mailed links. What they worked on is free for others.
 */
export async function endAccess(within: SignedIn, accountId: string): Promise<void> {
  await within.tell(accountClosed, within, { accountId })
  await endSessions(within, accountId)
  await forgetSubjectsOf(within.db, accountId)
  await retireTokens(
    within.db,
    accountId,
    ['reset_password', 'change_email', 'issuer_sign_in'],
    within.clock.now(),
  )
}

/** Ends every session of an account, but for `except`. */
export async function endSessions(
  within: Context,
  accountId: string,
  except: Buffer | null = null,
): Promise<void> {
  await endSessionsOf(within.db, accountId, except)
  await within.tell(sessionsEnded, within, { accountId, sessions: { except } })
}
