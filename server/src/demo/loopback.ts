import type { AddressInfo } from 'node:net'

/** The URL of a listening server on this machine. */
export function loopbackOf(address: string | AddressInfo | null): string {
  if (address === null || typeof address === 'string') throw new Error('The server does not listen on a port')
  const { port, family, address: host } = address
  const everywhere = host === '0.0.0.0' || host === '::'
  return `http://${everywhere ? '127.0.0.1' : family === 'IPv6' ? `[${host}]` : host}:${port}`
}
