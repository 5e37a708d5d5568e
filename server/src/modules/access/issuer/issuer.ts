import * as oidc from 'openid-client'
import { oidcCallback } from '#contract/access.ts'
import type { Config } from '#server/config.ts'
import { entry } from '#server/platform/entry.ts'
import { Refusal } from '#server/platform/errors.ts'
import { tracedFetch } from '#server/platform/traces/outgoing.ts'

/** An issuer that does not answer must not keep a browser waiting. Seconds. */
const patience = 5

type Settings = NonNullable<Config['oidc']>

const known = new Map<string, Promise<oidc.Configuration>>()

/** The configured issuer; refuses with `not_configured` if there is none. */
export function issuerSettings(config: Config): Settings {
  if (config.oidc) return config.oidc
  throw new Refusal(
    'not_configured',
    'This laboratory has no sign-in through an issuer. Please use e-mail and password.',
  )
}

/** The issuer's metadata, fetched once in a process, and again after a failure. */
export async function discoverIssuer(settings: Settings): Promise<oidc.Configuration> {
  const key = JSON.stringify(settings)
  try {
    return await entry(known, key, () => discover(settings))
  } catch (error) {
    known.delete(key)
    throw error
  }
}

function discover({ issuer, clientId, clientSecret }: Settings): Promise<oidc.Configuration> {
  const server = new URL(issuer)
  const authenticate: oidc.ClientAuth = (as, ...rest) => {
    // Without a list, the standard says basic.
    const posts = as.token_endpoint_auth_methods_supported?.includes('client_secret_post')
    return (posts ? oidc.ClientSecretPost(clientSecret) : oidc.ClientSecretBasic(clientSecret))(as, ...rest)
  }
  return oidc.discovery(server, clientId, undefined, authenticate, {
    timeout: patience,
    // An address without TLS is a deliberate setting: a test, or a private network.
    [oidc.customFetch]: (url, init) => tracedFetch('issuer', url, init as RequestInit),
    execute: server.protocol === 'http:' ? [oidc.allowInsecureRequests] : [],
  })
}

export const callbackUrl = (config: Config): string => `${config.publicUrl}${oidcCallback}`

/** The issuer's claims about the person who signed in. */
export type Claims = {
  issuer: string
  subject: string
  email: string | undefined
  emailVerified: boolean
  name: string | undefined
}

/** Redeems the code of a callback. Throws if state, nonce or code verifier do not match the attempt. */
export async function redeemCode(
  settings: Settings,
  callback: URL,
  expected: { state: string; nonce: string; codeVerifier: string },
): Promise<Claims> {
  const issuer = await discoverIssuer(settings)
  const tokens = await oidc.authorizationCodeGrant(issuer, callback, {
    expectedState: expected.state,
    expectedNonce: expected.nonce,
    pkceCodeVerifier: expected.codeVerifier,
    idTokenExpected: true,
  })
  const idToken = tokens.claims()
  if (!idToken) throw new Error('The issuer sent no ID token')
  // Some issuers keep the address out of the ID token.
  const more =
    idToken.email === undefined && issuer.serverMetadata().userinfo_endpoint !== undefined
      ? await oidc.fetchUserInfo(issuer, tokens.access_token, idToken.sub)
      : {}
  const claims: Record<string, unknown> = { ...more, ...idToken }
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined)
  return {
    issuer: issuer.serverMetadata().issuer,
    subject: idToken.sub,
    email: text(claims.email),
    // Some issuers send the word instead of the value.
    emailVerified: claims.email_verified === true || claims.email_verified === 'true',
    name: text(claims.name),
  }
}
