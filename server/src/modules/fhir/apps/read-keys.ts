import { createPublicKey, type JsonWebKey } from 'node:crypto'
import { invalid } from '#server/platform/errors.ts'

/**
 * The public keys of a client, from a JSON Web Key Set. They are stored and not read from an address of the client: the server would
 * have to open addresses that somebody has typed.
 */
export function readKeys(text: string): { keys: JsonWebKey[] } {
  const keys = keysIn(text)
  if (keys === null || keys.length === 0 || keys.length > 10)
    throw refused('Enter a JSON Web Key Set with 1 to 10 keys: {"keys": […]}')
  return { keys: keys.map(readKey) }
}

const refused = (why: string) => invalid({ keys: [why] })

function keysIn(text: string): JsonWebKey[] | null {
  try {
    const { keys } = JSON.parse(text)
    return Array.isArray(keys) ? keys : null
  } catch {
    return null
  }
}

const algorithmOf = ({ kty, crv }: JsonWebKey) =>
  kty === 'RSA' ? 'RS384' : kty === 'EC' && crv === 'P-384' ? 'ES384' : null

function readKey(key: JsonWebKey): JsonWebKey {
  if (typeof key !== 'object' || key === null) throw refused('A key is a JSON object')
  if ('d' in key) throw refused('This is a private key: enter the public key, and replace the private key')
  const alg = algorithmOf(key)
  if (alg === null || (key.alg !== undefined && key.alg !== alg))
    throw refused('A key is an RSA key for RS384 or an EC key of the curve P-384 for ES384')
  try {
    const read = createPublicKey({ key, format: 'jwk' }).export({ format: 'jwk' })
    return { ...read, alg, use: 'sig', ...(typeof key.kid === 'string' && { kid: key.kid }) }
  } catch {
    throw refused('A key cannot be read')
  }
}
