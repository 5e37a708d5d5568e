import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { isReady } from './product-process.ts'

const askEveryMs = 100

/**
 * A minimal proxy: it keeps connections open, checks the readiness of each process, and forwards each request once, to a
 * ready process. It does not retry.
 */
export async function openReadinessProxy(ports: readonly number[]) {
  const agent = new Agent({ keepAlive: true })
  let ready = [...ports]
  let turn = 0
  let open = true
  const look = async () => {
    for (; open; await sleep(askEveryMs)) {
      const answers = await Promise.all(ports.map((port) => isReady(`http://127.0.0.1:${port}`)))
      ready = ports.filter((_, index) => answers[index])
    }
  }
  const looking = look()
  const server = createServer((asked, answer) => {
    const port = ready[turn++ % ready.length]
    if (port === undefined) return void answer.writeHead(502).end()
    const { method, url, headers } = asked
    const passed = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (came) => {
      const { connection: _, ...rest } = came.headers
      answer.writeHead(came.statusCode ?? 502, rest)
      came.pipe(answer)
    })
    passed.on('error', () => answer.writeHead(502).end())
    asked.pipe(passed)
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      open = false
      await looking
      agent.destroy()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
