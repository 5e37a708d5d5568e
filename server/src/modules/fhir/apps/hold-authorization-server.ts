import type Provider from 'oidc-provider'
import type { Context } from '#server/platform/context.ts'

/** The authorization server of this process, which is started at its first use. */
export type AuthorizationServer = (context: Context) => Promise<Provider>

export function holdAuthorizationServer(): AuthorizationServer {
  let started: Promise<Provider> | null = null
  const start = async (context: Context) => {
    const { createAuthorizationServer } = await import('./authorization-server.ts')
    return createAuthorizationServer({ ...context, actor: null, network: 'local' })
  }
  return (context) => {
    started ??= start(context).catch((error: unknown) => {
      started = null
      throw error
    })
    return started
  }
}
