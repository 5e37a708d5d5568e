import { describe, expect, it } from 'vitest'
import { networkOf, widerNetworkOf } from './network.ts'

describe('the network of an address', () => {
  it.each([
    ['41.66.200.7', '41.66.200.7'],
    ['::ffff:41.66.200.7', '41.66.200.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
  ])('the network of the address %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network)
  })
})

describe('the wider network around a network', () => {
  it.each([
    ['41.66.200.7', null],
    ['local', null],
    ['2001:db8:1:2::/64', '2001:db8:1::/48'],
    ['2001:db8:0:0::/64', '2001:db8:0::/48'],
  ])('the wider network of %s is %s', (network, wider) => {
    expect(widerNetworkOf(network)).toBe(wider)
  })
})
