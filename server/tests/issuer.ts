import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider, { type OidcContext } from 'oidc-provider'
import MemoryAdapter from 'oidc-provider/lib/adapters/memory_adapter.js'
import type { TestApp } from './harness.ts'

export type IssuerPerson = { sub: string; email: string; email_verified: boolean; name?: string }

export type Issuer = {
  /** Settings for using this issuer. */
  settings: Record<'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET', string>
  /** The person that its log-in page signs in. */
  person: IssuerPerson
  /** Stops answering, without closing connections. */
  silent: boolean
  close(): Promise<void>
}

/** A real OpenID Connect issuer on the loopback, whose log-in page signs in `person`. */
export async function openIssuer(callback = 'http://lab.test/api/auth/oidc/callback'): Promise<Issuer> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey: signingKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const client = { client_id: 'phial', client_secret: 'a-secret-of-the-tests' }
  const provider = new Provider(url, {
    clients: [{ ...client, redirect_uris: [callback] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Some issuers leave the address out of the ID token, as the standard allows, and so does this one.
    conformIdTokenClaims: true,
    pkce: { required: () => true },
    adapter: MemoryAdapter,
    cookies: { keys: ['a-key-of-the-tests'] },
    jwks: { keys: [{ ...signingKey.export({ format: 'jwk' }), kid: 'tests', use: 'sig', alg: 'RS256' }] },
    // Seconds.
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: () => '/log-in' },
    findAccount: () => ({ accountId: issuer.person.sub, claims: () => issuer.person }),
    async loadExistingGrant(context: OidcContext) {
      const { accountId } = context.oidc.session
      const grant = new provider.Grant({ accountId, clientId: context.oidc.client.clientId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (issuer.silent) return
    if (request.url !== '/log-in') return answer(request, response)
    provider
      .interactionFinished(request, response, { login: { accountId: issuer.person.sub } })
      .catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  const issuer: Issuer = {
    settings: {
      OIDC_ISSUER: url,
      OIDC_CLIENT_ID: client.client_id,
      OIDC_CLIENT_SECRET: client.client_secret,
    },
    person: { sub: 'nobody', email: 'nobody@example.com', email_verified: true },
    silent: false,
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
  return issuer
}

/** A minimal browser for sign-ins through an issuer: stores cookies by site and follows redirects. */
export class Browser {
  readonly #lab: TestApp
  readonly #cookies = new Map<string, Map<string, string>>()

  constructor(lab: TestApp) {
    this.#lab = lab
  }

  /** Opens an address and follows redirects, until `stop` is true or there is a page. */
  async open(address: string, stop: (address: string) => boolean = () => false): Promise<string> {
    let current = new URL(address, 'http://lab.test')
    for (let step = 0; step < 20; step++) {
      if (stop(current.href)) return current.href
      const location = await this.#get(current)
      if (location === null) return current.href
      current = new URL(location, current)
      // The last redirect, to a page of the product, is not loaded.
      if (current.origin === 'http://lab.test' && !current.pathname.startsWith('/api/')) return current.href
    }
    throw new Error('Redirects without end')
  }

  /** A call by a page of the product. */
  async post(path: string, body: unknown) {
    return this.#lab.call('POST', path, { body, headers: this.#headers('http://lab.test') })
  }

  async #get(address: URL): Promise<string | null> {
    if (address.origin === 'http://lab.test') {
      const answer = await this.#lab.call('GET', address.pathname + address.search, {
        headers: this.#headers(address.origin),
      })
      this.#keep(address.origin, [answer.headers['set-cookie'] ?? []].flat())
      return (answer.headers.location as string | undefined) ?? null
    }
    const answer = await fetch(address, { redirect: 'manual', headers: this.#headers(address.origin) })
    await answer.text()
    this.#keep(address.origin, answer.headers.getSetCookie())
    return answer.headers.get('location')
  }

  #headers(origin: string): Record<string, string> {
    const cookies = [...(this.#cookies.get(origin) ?? [])].map(([name, value]) => `${name}=${value}`)
    return cookies.length > 0 ? { cookie: cookies.join('; ') } : {}
  }

  #keep(origin: string, lines: readonly string[]): void {
    const jar = this.#cookies.get(origin) ?? new Map<string, string>()
    for (const line of lines) {
      const [pair = ''] = line.split(';')
      const equals = pair.indexOf('=')
      jar.set(pair.slice(0, equals), pair.slice(equals + 1))
    }
    this.#cookies.set(origin, jar)
  }
}
