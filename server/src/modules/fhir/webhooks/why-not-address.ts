import { mayBePublic } from '#server/platform/public-address.ts'

/**
 * Null if events may be sent to this address, else the reason. `toPrivate`: the settings allow private addresses. The addresses that a
 * host name resolves to are checked at each connection.
 */
export function whyNotAddress(address: string, toPrivate: boolean): string | null {
  if (!URL.canParse(address)) return 'Enter a whole address, like https://clinic.example/events'
  const url = new URL(address)
  if (url.username !== '' || url.password !== '') return 'The address cannot contain a user name or password'
  if (url.hash !== '') return 'The address cannot contain a #'
  const isLocal = toPrivate && url.protocol === 'http:' && isLoopback(url)
  if (url.protocol !== 'https:' && !isLocal) return 'The address must begin with https://'
  return toPrivate || mayBePublic(url) ? null : 'The address must be on the internet'
}

const isLoopback = ({ hostname }: URL) =>
  hostname === 'localhost' || hostname === '127.0.0.1' || hostname === '[::1]'
