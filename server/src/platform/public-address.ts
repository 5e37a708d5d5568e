import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * Public addresses, by IANA's registries of special-purpose addresses (2025). For addresses from outside all others are
 * refused: the machine itself, its local network, the internal services of a cloud.
 */

const closed4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
/** Tunnels and documentation addresses within the global unicast range. */
const closed6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const closed = new BlockList()
for (const [net, bits] of closed4) closed.addSubnet(net, bits, 'ipv4')
for (const [net, bits] of closed6) closed.addSubnet(net, bits, 'ipv6')
const givenOut6 = new BlockList()
givenOut6.addSubnet('2000::', 3, 'ipv6')

/** False also for text that is not an address. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 0) return false
  if (isIPv4(address)) return !closed.check(address, 'ipv4')
  return givenOut6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

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
