import type { Context, SignedIn } from '#server/platform/context.ts'
import { event } from '#server/platform/events.ts'

/** The account is closed: what its person had to come, or worked on, is taken back. */
export const accountClosed = event<SignedIn, { accountId: string }>('account closed')

/** Sessions of an account have ended: one, or all but one. */
export const sessionsEnded = event<
  Context,
  { accountId: string; sessions: { only: Buffer } | { except: Buffer | null } }
>('sessions ended')
