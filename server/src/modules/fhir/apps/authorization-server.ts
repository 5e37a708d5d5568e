import { createPrivateKey } from 'node:crypto'
import Provider, { type Client, errors, type OidcContext, type Token } from 'oidc-provider'
import { accessDays, accessMinutes } from '#contract/apps.ts'
import { days, minutes } from '#server/platform/clock.ts'
import type { Context } from '#server/platform/context.ts'
import { hashToken } from '#server/platform/ids.ts'
import { uuidForm } from '../queries-conditions.ts'
import { baseOf } from '../resource.ts'
import { appKey } from './app-key.ts'
import { ArtifactStore } from './artifact-store.ts'
import {
  requireAudience,
  requireLaunch,
  requireScopes,
  requireShortAssertion,
  requireStorable,
  spendToken,
} from './check-request.ts'
import { discovery, endpoints, issuerOf, requestPage, signingAlgorithms } from './endpoints.ts'
import { contextOfAccess } from './queries-access.ts'
import { findAccountOf, findRegistered, type RegisteredClient } from './queries-artifacts.ts'
import { grantableScopes, scopesIn, withEachType } from './smart-scopes.ts'

const seconds = (milliseconds: number) => milliseconds / 1000

/** The authorization server of programs and apps: OAuth 2.0 and OpenID Connect as SMART App Launch 2 asks for them. */
export async function createAuthorizationServer(context: Context): Promise<Provider> {
  const { db, config, log, clock } = context
  const key = await appKey(context)
  const signingKey = createPrivateKey({ key: key.privateKey, format: 'der', type: 'pkcs8' }).export({
    format: 'jwk',
  })
  const isSecure = config.publicUrl.startsWith('https://')
  const findClient = async (id: string) =>
    uuidForm.test(id) ? findRegistered(db, id, clock.now()) : undefined
  const scopesOfClient = async (id: string) => (await findClient(id))?.scopes ?? []
  const provider = new Provider(issuerOf(config), {
    adapter: (kind: string) =>
      kind === 'Client'
        ? { find: async (id: string) => metadataOf(await findClient(id)) }
        : new ArtifactStore(context, kind, scopesOfClient),
    jwks: { keys: [{ ...signingKey, use: 'sig', alg: 'RS256' }] },
    cookies: {
      keys: [key.cookieKey.toString('base64url')],
      // Browsers send this cookie to the calls of our page. The library sets a second cookie for the address at which it goes on.
      short: { httpOnly: true, sameSite: 'lax', signed: true, path: '/api/app-requests', secure: isSecure },
    },
    routes: endpoints,
    scopes: grantableScopes,
    claims: { openid: ['sub'], fhirUser: ['fhirUser'] },
    // The ID token has the claim, since there is no endpoint for user info.
    conformIdTokenClaims: false,
    responseTypes: ['code'],
    pkce: { required: () => true },
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'private_key_jwt', 'none'],
    assertJwtClientAuthClaimsAndHeader: async (_context: OidcContext, { exp }: { exp: number }) =>
      requireShortAssertion(exp),
    enabledJWA: { clientAuthSigningAlgValues: signingAlgorithms, idTokenSigningAlgValues: ['RS256'] },
    features: {
      clientCredentials: { enabled: true },
      introspection: { enabled: true, allowedPolicy: isOwnToken },
      revocation: { enabled: true, allowedPolicy: requireOwnToken },
      devInteractions: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    ttl: {
      AccessToken: seconds(minutes(accessMinutes)),
      AuthorizationCode: 60,
      ClientCredentials: seconds(minutes(5)),
      Grant: seconds(days(accessDays)),
      IdToken: seconds(minutes(accessMinutes)),
      Interaction: seconds(minutes(30)),
      RefreshToken: seconds(days(accessDays)),
      Session: 60,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async (_context: OidcContext, client: Client, code: { scopes: Set<string> }) =>
      client.grantTypeAllowed('refresh_token') && code.scopes.has('offline_access'),
    // A token lives as long as the access that a person has given, whatever becomes of the browser.
    expiresWithSession: async () => false,
    revokeGrantPolicy: () => true,
    extraParams: {
      // An error of this step goes back to the app.
      aud: async ({ state, oidc }: OidcContext, aud: string | undefined) => {
        requireStorable(oidc.params)
        requireAudience(aud, baseOf(config))
        requireScopes(state.askedScope)
      },
      launch: async ({ oidc }: OidcContext, token: string | undefined, client: Client) => {
        if (token !== undefined) await requireLaunch(context, client.clientId, token)
        else if (scopesIn(oidc.params.scope).includes('launch'))
          throw new errors.InvalidRequest('The scope launch needs the parameter launch of the opened address')
      },
    },
    extraTokenClaims: async (_context: OidcContext, token: Token) => {
      await spendToken(context, token)
      const access = token.grantId === undefined ? null : await contextOfAccess(db, token.grantId)
      if (!access?.personId) return undefined
      const { personId, encounterId } = access
      return { patient: personId, ...(encounterId !== null && { encounter: encounterId }) }
    },
    findAccount: async (_context: OidcContext, id: string) => {
      const account = await findAccountOf(db, id)
      if (!account) return undefined
      const fhirUser = account.self && `${baseOf(config)}/Patient/${account.self}`
      return { accountId: id, claims: async () => ({ sub: id, ...(fhirUser && { fhirUser }) }) }
    },
    interactions: { url: () => `${config.publicUrl}${requestPage}` },
    renderError: async (shown: OidcContext, { error }: { error: string }) =>
      shown.redirect(`${config.publicUrl}${requestPage}#error=${encodeURIComponent(error)}`),
  })
  // The scheme and the caller’s address are written into the headers by `auth-routes.ts`.
  provider.proxy = true
  provider.Client.prototype.compareClientSecret = function (actual) {
    return this.clientSecret === hashToken(actual).toString('hex')
  }
  provider.use(beforeAndAfter)
  provider.on('authorization.success', forgetSession)
  const warn = (err: unknown) => log.error({ err }, 'the authorization server failed')
  provider.on('server_error', (_context, error: unknown) => warn(error))
  provider.on('error', warn)
  return provider
}

/**
 * The library would remember who has signed in, in a cookie of its own, and sign in whoever uses the browser next. Each request asks the
 * person who is signed in here.
 */
const forgetSession = ({ oidc }: OidcContext) => {
  oidc.session.destroyed = true
}

/** Prepares requests of people, and adds the person of an access to the answer with its token. */
async function beforeAndAfter(context: OidcContext, next: () => Promise<void>): Promise<void> {
  const { query, path } = context
  if (path === endpoints.authorization) {
    const { scope, prompt, response_mode } = query
    // The library leaves unknown scopes out before it calls us.
    if (typeof scope === 'string') context.state.askedScope = scope
    context.query = {
      ...query,
      ...(typeof scope === 'string' && { scope: withEachType(scope) }),
      // The library gives refresh tokens only for requests with prompt=consent. The question is always asked here.
      ...(prompt === undefined && { prompt: 'consent' }),
      // The library would answer with a page that posts a form. The content security policy forbids it, so the library is given a
      // response mode that it refuses.
      ...(response_mode === 'form_post' && { response_mode: 'unsupported' }),
    }
  }
  await next()
  if (path === discovery && isObject(context.body))
    context.body = { ...context.body, response_modes_supported: ['query', 'fragment'] }
  const { AccessToken } = context.oidc?.entities ?? {}
  if (path === endpoints.token && AccessToken?.extra && isObject(context.body))
    context.body = { ...context.body, ...AccessToken.extra, need_patient_banner: true }
}

const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null

function metadataOf(client: RegisteredClient | undefined) {
  if (!client) return undefined
  const { id, name, signsInBy, secretHash, keys, redirectUris, keepsAccess } = client
  const isApp = redirectUris.length > 0
  // An app on the device listens on any free port (RFC 8252): the library ignores the port of loopback addresses of native apps.
  const isOnWeb = redirectUris.every((address) => /^https:/.test(address))
  return {
    client_id: id,
    client_name: name,
    application_type: isApp && !isOnWeb ? 'native' : 'web',
    token_endpoint_auth_method: { secret: 'client_secret_basic', key: 'private_key_jwt', nothing: 'none' }[
      signsInBy
    ],
    ...(secretHash && { client_secret: secretHash.toString('hex') }),
    ...(keys && { jwks: keys }),
    redirect_uris: redirectUris,
    response_types: isApp ? ['code'] : [],
    grant_types: isApp
      ? ['authorization_code', ...(keepsAccess ? ['refresh_token'] : [])]
      : ['client_credentials'],
  }
}

const isOwnToken = async (_context: OidcContext, client: Client, token: Token) =>
  client.clientId === token.clientId

const requireOwnToken = async (_context: OidcContext, client: Client, token: Token) => {
  if (client.clientId !== token.clientId)
    throw new errors.InvalidRequest('The token was not given to this client')
  return true
}
