import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** A proxy between a browser and the server, with its own address, whose connection can be cut. */
export type Line = {
  url: string
  /** Cuts all connections and accepts no new ones. */
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
      // An error at either end closes the other end. It needs no other handling.
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
