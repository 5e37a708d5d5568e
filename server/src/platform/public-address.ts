import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * Whether an address is a public one, by IANA's registries of special-purpose addresses. For addresses from outside all others
 * are refused: the machine itself, its local network, the internal services of a cloud. False also for text that is not an address.
 */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  const parsed = ipaddr.parse(address)
  return parsed.range() === 'unicast' && (parsed.kind() === 'ipv4' || parsed.match(givenOut6))
}

/** The only IPv6 addresses that are given out for hosts on the internet. */
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
