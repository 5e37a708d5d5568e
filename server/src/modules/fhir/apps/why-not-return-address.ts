/** Why people cannot be sent back to an address with a code; null if they can. */
export function whyNotReturnAddress(address: string): string | null {
  const url = URL.parse(address)
  if (!url) return 'Enter an address like https://app.example/return'
  if (url.hash !== '' || address.endsWith('#')) return 'The address can have no part after a #'
  if (url.username !== '' || url.password !== '') return 'The address can have no log-in'
  if (url.protocol === 'https:')
    return loopback.includes(url.hostname) ? 'An address on the device itself begins with http' : null
  if (url.protocol === 'http:')
    return loopback.includes(url.hostname)
      ? null
      : 'The address begins with https, except on the device itself'
  // A scheme in the form of a domain name belongs to one app on the device (RFC 8252).
  return /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/.test(url.protocol)
    ? null
    : 'The address begins with https, or with the name of the app like com.example.app:/return'
}

const loopback = ['localhost', '127.0.0.1', '[::1]']
