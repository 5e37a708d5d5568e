import type { Config } from '#server/config.ts'

/** Where the authorization server is reached, below its issuer. */

export const authBase = '/fhir/auth'
export const issuerOf = ({ publicUrl }: Pick<Config, 'publicUrl'>): string => `${publicUrl}${authBase}`

/** By their names in the library. */
export const endpoints = {
  authorization: '/authorize',
  token: '/token',
  introspection: '/introspect',
  revocation: '/revoke',
  jwks: '/jwks',
} as const

/** The path of the library, which cannot be set. */
export const discovery = '/.well-known/openid-configuration'

/** The addresses that programs are told. */
export function authorizationUrls(config: Pick<Config, 'publicUrl'>) {
  const issuer = issuerOf(config)
  return {
    issuer,
    authorize: `${issuer}${endpoints.authorization}`,
    token: `${issuer}${endpoints.token}`,
    introspect: `${issuer}${endpoints.introspection}`,
    revoke: `${issuer}${endpoints.revocation}`,
    keys: `${issuer}${endpoints.jwks}`,
  }
}

/** The page on which people answer requests of apps. */
export const requestPage = '/allow-app'

/** What clients sign assertions with, as SMART asks for it. */
export const signingAlgorithms = ['RS384', 'ES384']
