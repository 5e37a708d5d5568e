import ipaddr from 'ipaddr.js'

/**
 * The network that an address belongs to, as limits count it: an IPv4 address alone, an IPv6 address by its /64,
 * since one household or phone has a whole /64 and could otherwise use a new address for each try.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  const groups = parsed.parts.slice(0, 4).map((group) => group.toString(16))
  return `${groups.join(':')}::/64`
}
