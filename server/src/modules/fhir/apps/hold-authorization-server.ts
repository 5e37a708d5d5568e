import type Provider from 'oidc-provider'
import type { Context } from '#server/platform/context.ts'

/** The authorization server of this process, which is started at its first use. */
export type AuthorizationServer = () => Promise<Provider>

export function holdAuthorizationServer(base: Omit<Context, 'actor' | 'network'>): AuthorizationServer {
  let started: Promise<Provider> | null = null
  const start = async () => {
    const { createAuthorizationServer } = await import('./authorization-server.ts')
    return createAuthorizationServer({ ...base, actor: null, network: 'local' })
  }
  return () => {
    started ??= start().catch((error: unknown) => {
      started = null
      throw error
    })
    return started
  }
}
