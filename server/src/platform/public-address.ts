import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an IP address is public according to IANA's registries of special-purpose addresses. We connect to no other address that
 * a client has chosen: it could be the machine itself, its local network, or an internal service of a cloud. False also for text
 * that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(givenOut6))
}

/** The only IPv6 addresses that are allocated to hosts on the internet. */
const givenOut6 = ipaddr.parseCIDR('2000::/3')

const localNames = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)$/

/**
 * Whether the host of a URL could be on the internet, by its name alone. Its address is checked when we connect, since a name
 * can resolve to another address by then.
 */
export function mayBePublic({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')
  if (isIP(host) !== 0) return isPublicAddress(host)
  return host.includes('.') && !localNames.test(host)
}
