import { BlockList, isIP } from 'node:net'

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

/** The IPv4 address in an IPv4-mapped IPv6 address; other addresses unchanged. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.)/i, '')

/** Whether an address may connect: it is in the list, or the list is empty and the address is a loopback address. */
export function isAllowed(peer: string, allowed: readonly string[]): boolean {
  const address = plainAddress(peer)
  if (isIP(address) === 0) return false
  const list = new BlockList()
  for (const one of allowed.length > 0 ? allowed : ['127.0.0.0/8', '::1']) {
    const [network = '', bits] = one.split('/')
    const isWhole = bits === undefined
    const prefix = Number(bits)
    if (isIP(network) === 0 || (!isWhole && prefix > (isIP(network) === 6 ? 128 : 32))) continue
    if (isWhole) list.addAddress(network, familyOf(network))
    else list.addSubnet(network, prefix, familyOf(network))
  }
  return list.check(address, familyOf(address))
}
