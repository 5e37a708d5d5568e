/** The parts of the package that are used here; it has no types of its own. */
declare module 'oidc-provider' {
  import type { EventEmitter } from 'node:events'
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Client = {
    clientId: string
    clientSecret?: string
    clientAuthMethod: string
    redirectUris: string[]
    grantTypeAllowed(type: string): boolean
  }

  export type Grant = {
    addOIDCScope(scope: string): void
    rejectOIDCScope(scope: string): void
    save(): Promise<string>
  }

  export type Token = {
    kind: string
    clientId: string
    accountId?: string
    grantId?: string
    extra?: Record<string, unknown>
  }

  export type Interaction = {
    uid: string
    returnTo: string
    /** The answer; until then there is none. */
    result?: object
    params: { client_id: string; scope?: string; redirect_uri: string; launch?: string }
  }

  export type OidcContext = {
    method: string
    path: string
    ip: string
    query: Record<string, string | string[] | undefined>
    body: unknown
    state: { askedScope?: string }
    redirect(url: string): void
    oidc: {
      route?: string
      client: Client
      params: Record<string, string | undefined>
      session: { accountId: string; destroyed: boolean }
      entities: { AccessToken?: Token; RotatedRefreshToken?: { remainingTTL: number } }
    }
  }

  export default class Provider extends EventEmitter {
    /** The request that is being answered. */
    static readonly ctx: OidcContext | undefined
    constructor(issuer: string, configuration: Record<string, unknown>)
    proxy: boolean
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    use(middleware: (context: OidcContext, next: () => Promise<void>) => Promise<void>): this
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<Interaction>
    interactionResult(
      request: IncomingMessage,
      response: ServerResponse,
      result: Record<string, unknown>,
    ): Promise<string>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: unknown): Promise<void>
    Client: { prototype: Client & { compareClientSecret(actual: string): boolean } }
    Grant: new (of: {
      jti?: string
      accountId: string
      clientId: string
    }) => Grant
  }

  export class OidcError extends Error {
    constructor(description?: string, detail?: string)
    statusCode: number
    expose: boolean
  }

  export const errors: Record<
    | 'InvalidClientAuth'
    | 'InvalidGrant'
    | 'InvalidRequest'
    | 'InvalidScope'
    | 'InvalidTarget'
    | 'SessionNotFound'
    | 'CustomOIDCProviderError',
    typeof OidcError
  >
}
