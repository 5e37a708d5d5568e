import { once } from 'node:events'
import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import S3rver from '@20minutes/s3rver'
import { type BucketSettings, openBucket } from '#server/platform/backup/bucket.ts'

/** What happens to a request, by its method and path with the query: `hang` leaves it without an answer, a number refuses it. */
type Fault = (method: string, path: string) => 'hang' | number | null

/** A store that speaks the protocol of Amazon S3 and checks signatures, behind a proxy that can make it fail. */
export async function openObjectStore(folder: string) {
  const store = new S3rver({
    ...{ address: '127.0.0.1', port: 0, silent: true, directory: join(folder, 'store') },
    ...{ vhostBuckets: false, configureBuckets: [{ name: 'backups' }] },
  })
  const { port } = await store.run()
  const asked: string[] = []
  let fault: Fault = () => null
  let connections = 0

  const proxy = createServer((incoming: IncomingMessage, answer: ServerResponse) => {
    const { method = '', url = '', headers } = incoming
    asked.push(`${method} ${url}`)
    const failure = fault(method, url)
    if (failure === 'hang') return
    if (failure !== null) {
      incoming.resume()
      answer.writeHead(failure, { 'content-type': 'application/xml' })
      answer.end('<Error><Code>SlowDown</Code></Error>')
      return
    }
    const outgoing = forward({ port, host: '127.0.0.1', method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(answer)
    })
    outgoing.on('error', () => answer.destroy())
    incoming.pipe(outgoing)
  })
  proxy.on('connection', (socket) => {
    connections++
    socket.on('close', () => connections--)
  })
  proxy.listen(0, '127.0.0.1')
  await once(proxy, 'listening')

  const settings: BucketSettings = {
    endpoint: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`,
    ...{ bucket: 'backups', region: null, prefix: 'laboratory/accra/' },
    ...{ keyId: 'S3RVER', secret: 'S3RVER' },
  }
  return {
    settings,
    asked,
    fail: (next: Fault) => {
      fault = next
    },
    connections: () => connections,
    /** All objects of the bucket, with the prefixes. */
    objects: async () => [...(await openBucket({ ...settings, prefix: '' }).list()).keys()].sort(),
    async close(): Promise<void> {
      proxy.closeAllConnections()
      proxy.close()
      await store.close()
    },
  }
}
