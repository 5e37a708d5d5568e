/** The parts of the package that the tests use; it has no types of its own. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }

  export type OidcContext = {
    oidc: { client: { clientId: string }; session: { accountId: string } }
  }

  export default class Provider {
    constructor(issuer: string, configuration: Record<string, unknown>)
    callback(): (request: IncomingMessage, response: ServerResponse) => void
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: unknown): Promise<void>
    Grant: new (of: {
      accountId: string
      clientId: string
    }) => Grant
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export default class MemoryAdapter {
    constructor(name: string)
  }
}
