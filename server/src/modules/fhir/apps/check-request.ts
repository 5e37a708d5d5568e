import { errors, type OidcContext, type Token } from 'oidc-provider'
import { minutes, systemClock } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { Refusal } from '#server/platform/errors.ts'
import { hashToken } from '#server/platform/ids.ts'
import { type Limit, spend } from '#server/platform/limits.ts'
import { findLaunch } from './queries-launches.ts'
import { refusedScope } from './smart-scopes.ts'

/** What the authorization server requires of requests beyond the checks of the library. */

const tokensOfClient: Limit = { name: 'FHIR tokens: client', burst: 60, perSeconds: 600 }

/** At most five minutes, as SMART requires, and one minute for clocks that differ. The server stores an assertion until it expires. */
export function requireShortAssertion(expiresAt: number): void {
  if (expiresAt * 1000 > systemClock.now().getTime() + minutes(6))
    throw new errors.InvalidClientAuth('exp must be at most five minutes ahead')
}

/** Without this check, an app that was given the address of another server would send our token to that server. */
export function requireAudience(aud: string | undefined, base: string): void {
  if (aud?.replace(/\/$/, '') !== base)
    throw new errors.InvalidRequest(
      `aud must be ${base}, the address of the FHIR server that the token is for`,
    )
}

/** The database cannot store the character U+0000. */
export function requireStorable(params: OidcContext['oidc']['params']): void {
  const wrong = Object.keys(params).find((name) => params[name]?.includes('\0'))
  if (wrong !== undefined) throw new errors.InvalidRequest(`${wrong} contains the character U+0000`)
}

export function requireScopes(text: string | undefined): void {
  const refused = refusedScope(text)
  if (refused) throw new errors.InvalidScope(`${refused.scope}: ${refused.why}`, refused.scope)
}

export async function requireLaunch(context: Context, clientId: string, token: string): Promise<void> {
  const launch = await findLaunch(context.db, {
    tokenHash: hashToken(token),
    clientId,
    now: context.clock.now(),
  })
  if (!launch) throw new errors.InvalidRequest('launch is unknown or has expired: open the app again')
}

export async function spendToken(context: Context, token: Token): Promise<void> {
  try {
    await spend(
      context,
      tokensOfClient,
      token.accountId ? `${token.clientId} ${token.accountId}` : token.clientId,
    )
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const refused = new errors.CustomOIDCProviderError('temporarily_unavailable', error.message)
    throw Object.assign(refused, { status: 429, statusCode: 429 })
  }
}
