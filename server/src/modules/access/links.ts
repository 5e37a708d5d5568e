import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { addToken, type TokenPurpose } from './queries.ts'

/** Makes a token of 256 random bits that works once, for a link. `life` in milliseconds. */
export async function issueToken(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  token: { purpose: TokenPurpose; accountId: string | null; life: number; payload?: Record<string, string> },
): Promise<string> {
  const text = newToken()
  const now = clock.now()
  await addToken(db, {
    tokenHash: hashToken(text),
    purpose: token.purpose,
    accountId: token.accountId,
    payload: JSON.stringify(token.payload ?? {}),
    createdAt: now,
    expiresAt: after(now, token.life),
  })
  return text
}

/** How long a link to choose a password works. Milliseconds. */
const resetTokenLife = minutes(30)

/** A token with which a password can be chosen, once. */
export const issueResetToken = (context: Pick<Context, 'db' | 'clock'>, accountId: string): Promise<string> =>
  issueToken(context, { purpose: 'reset_password', accountId, life: resetTokenLife })
