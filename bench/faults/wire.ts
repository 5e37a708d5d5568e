import { connect, createServer, type Socket } from 'node:net'
import { freePort } from '../../server/tests/product-process.ts'

/** The network between the servers and one machine of the database: a proxy in this process, so that it needs no rights. */
export type Wire = {
  readonly port: number
  /** Where new connections go from now on. */
  lead(to: number): void
  /** Resets all connections, and refuses new ones until `mend`. */
  cut(): void
  /** Forwards nothing until `mend`, but keeps connections open and accepts new ones, as a switch that drops packets. */
  silence(): void
  mend(): void
  close(): void
}

export async function openWire(first: number): Promise<Wire> {
  let to = first
  let state: 'whole' | 'cut' | 'silent' = 'whole'
  const pairs = new Set<readonly Socket[]>()
  const destroy = (pair: readonly Socket[]) => {
    pairs.delete(pair)
    for (const socket of pair) socket.destroy()
  }
  const server = createServer((client) => {
    if (state === 'cut') return void client.destroy()
    const database = connect(to, '127.0.0.1')
    const pair = [client, database]
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
        if (client && database) client.unpipe(database)
        if (client && database) database.unpipe(client)
      }
    },
    mend() {
      // What was sent while nothing was forwarded is lost, so that these connections are of no use.
      if (state === 'silent') destroyAll()
      state = 'whole'
    },
    close() {
      destroyAll()
      server.close()
    },
  }
}
