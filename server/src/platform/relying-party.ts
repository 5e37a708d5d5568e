import { isIP } from 'node:net'

/** What a passkey is bound to: the domain name of the laboratory, and the origin of its pages. */
export type RelyingParty = { id: string; origin: string }

/**
 * The relying party of WebAuthn for a public address; null if browsers offer no passkeys there. They need a domain name, which an IP
 * address is not, and a secure context: https, or `localhost`.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | null {
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return null
  const isSecure = protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
  return isSecure ? { id: hostname, origin } : null
}
