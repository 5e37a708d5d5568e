import ipaddr from 'ipaddr.js'

/**
 * The network that an address belongs to, as limits count it: an IPv4 address alone, an IPv6 address by its /64,
 * since one household or phone has a whole /64 and could otherwise use a new address for each try.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const parsed = ipaddr.process(address)
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString()
  return `${firstGroups(parsed, 4)}::/64`
}

/**
 * The /48 around the network of an IPv6 address. Providers often assign a whole /48 to one customer, which contains 65,536 networks.
 * Null for IPv4.
 */
export function widerNetworkOf(network: string): string | null {
  const address = network.replace(/\/64$/, '')
  return ipaddr.IPv6.isValid(address) ? `${firstGroups(ipaddr.IPv6.parse(address), 3)}::/48` : null
}

const firstGroups = ({ parts }: ipaddr.IPv6, count: number) =>
  parts
    .slice(0, count)
    .map((group) => group.toString(16))
    .join(':')
