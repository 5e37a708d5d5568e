import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A line between a browser and the server, at an address of its own, that can be cut. */
export type Line = {
  url: string
  /** From now on, nothing is reached. */
  cut(): Promise<void>
  mend(): Promise<void>
}

export async function openLine(to: string): Promise<Line> {
  const { hostname, port } = new URL(to)
  const sockets = new Set<Socket>()
  const server = createServer((browser) => {
    const behind = connect({ host: hostname, port: Number(port) })
    for (const [one, other] of [
      [browser, behind],
      [behind, browser],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      // A broken end breaks the other, which is all that there is to say of it.
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
    const address = server.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  const at = await listen(0)
  return {
    url: `http://127.0.0.1:${at}`,
    async cut() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    mend: async () => void (await listen(at)),
  }
}
