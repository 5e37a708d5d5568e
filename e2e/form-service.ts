import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type FormService = {
  /** What goes into the setting `CONTACT_URL`. */
  url: string
  /** What it says to the next messages, word for word. */
  says: string
  /** What it was sent so far: where to, and what. */
  got: { path: string; body: unknown }[]
  close(): Promise<void>
}

/** Somebody else's form service on an origin of its own: takes whatever comes and answers as it is told. */
export async function openFormService(): Promise<FormService> {
  const server = createServer(async (request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', 'content-type, accept')
    if (request.method !== 'POST') {
      response.writeHead(204).end()
      return
    }
    let body = ''
    for await (const chunk of request) body += String(chunk)
    service.got.push({ path: request.url ?? '', body: JSON.parse(body) })
    response.setHeader('content-type', 'application/json').end(service.says)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const service: FormService = {
    url: `http://127.0.0.1:${port}/f`,
    says: '{}',
    got: [],
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
  return service
}
