import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../server/tests/product-process.ts'

/** The network between the servers and one database: a proxy in this process, which needs no special rights. */
export type Wire = {
  readonly port: number
  /** Directs new connections to another port. */
  lead(to: number): void
  /** Resets all connections, and refuses new ones until `mend`. */
  cut(): void
  /** Forwards nothing until `mend`, but keeps connections open and accepts new ones, as a switch that drops packets. */
  silence(): void
  mend(): void
  close(): void
}

type Pair = readonly [client: Socket, database: Socket]

export async function openWire(first: number): Promise<Wire> {
  let to = first
  let state: 'whole' | 'cut' | 'silent' = 'whole'
  const pairs = new Set<Pair>()
  const destroy = (pair: Pair) => {
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const database = connect(to, '127.0.0.1')
    const pair: Pair = [client, database]
    pairs.add(pair)
    for (const socket of pair) socket.on('error', () => {}).on('close', () => destroy(pair))
    if (state === 'whole') client.pipe(database).pipe(client)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))

  const destroyAll = () => {
    for (const pair of pairs) destroy(pair)
  }
  return {
    port,
    lead(port) {
      to = port
    },
    cut() {
      state = 'cut'
      destroyAll()
    },
    silence() {
      state = 'silent'
      for (const [client, database] of pairs) {
        client.unpipe(database)
        database.unpipe(client)
      }
    },
    mend() {
      // Bytes were lost on the open connections, so that they cannot be used any longer.
      if (state === 'silent') destroyAll()
      state = 'whole'
    },
    close() {
      destroyAll()
      server.close()
    },
  }
}
