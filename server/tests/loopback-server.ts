import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server on the loopback. `answer` gets each request with its whole body. */
export async function openLoopback(
  answer: (request: IncomingMessage, response: ServerResponse, body: string) => unknown,
) {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('error', () => {})
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => answer(request, response, Buffer.concat(parts).toString()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close(): Promise<void> {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
