import { createHash } from 'node:crypto'
import * as oidc from 'openid-client'
import { after, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/ids.ts'
import { spendOfNetwork } from '#server/platform/limits.ts'
import { issuerSignInsFromNetwork } from '../limits.ts'
import { callbackUrl, discoverIssuer, issuerSettings } from './issuer.ts'
import { addAttempt } from './queries.ts'

/** How long the way through the issuer may take. Milliseconds. */
export const attemptLife = minutes(10)

/** The state that goes through the issuer follows from the browser's secret, which does not leave the browser. */
export const stateOf = (browser: string) =>
  createHash('sha256').update(`issuer sign-in ${browser}`).digest('base64url')

/** Begins a sign-in and answers the address at the issuer where it goes on. */
export async function startIssuerSignIn(context: Context, browser: string): Promise<URL> {
  const { db, clock, config } = context
  const settings = issuerSettings(config)
  await spendOfNetwork(context, issuerSignInsFromNetwork)
  const issuer = await discoverIssuer(settings)
  const codeVerifier = oidc.randomPKCECodeVerifier()
  const nonce = oidc.randomNonce()
  const state = stateOf(browser)
  await addAttempt(db, {
    stateHash: hashToken(state),
    codeVerifier,
    nonce,
    expiresAt: after(clock.now(), attemptLife),
  })
  return oidc.buildAuthorizationUrl(issuer, {
    redirect_uri: callbackUrl(config),
    scope: 'openid email profile',
    state,
    nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
  })
}
