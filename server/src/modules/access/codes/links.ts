import { minutes } from '#server/platform/clock.ts'
import type { Timed } from '#server/platform/context.ts'
import { hashToken, newToken } from '#server/platform/ids.ts'
import { addToken, type NewToken, retireTokens } from './queries.ts'

/** Makes a token of 256 random bits that works once, for a link. */
export async function issueToken(within: Timed, token: NewToken): Promise<string> {
  const text = newToken()
  await addToken(within, hashToken(text), token)
  return text
}

/** How long a link to choose a password works. Milliseconds. */
const resetTokenLife = minutes(30)

/** Issues a token that sets a password once. Earlier reset tokens of the account become invalid. */
export async function issueResetToken(within: Timed, accountId: string): Promise<string> {
  await retireTokens(within, accountId, ['reset_password'])
  return issueToken(within, { purpose: 'reset_password', accountId, life: resetTokenLife })
}
