import { connect, createServer, type Socket } from 'node:net'
import { inject } from 'vitest'
import { freePort } from './product-process.ts'

export type CuttingProxy = {
  readonly host: string
  readonly port: number
  /** Cuts the connection once, at the next statement that matches: before the statement or before its answer is forwarded. */
  cut(statement: RegExp, when: 'before it' | 'before its answer'): void
  /** Like `cut`, but after the cut it also refuses new connections until `mend`. */
  cutForGood(statement: RegExp, when: 'before it' | 'before its answer'): void
  mend(): void
  /** How often a connection was cut. */
  cuts(): number
  close(): Promise<void>
}

type Armed = { statement: RegExp; before: boolean; forGood: boolean }

/** ReadyForQuery outside a transaction: the last message of an answer. */
const readyAndIdle = Buffer.from('Z\0\0\0\x05I')

/** A proxy between a pool and the tests' PostgreSQL that parses just enough of the protocol to cut at the right moment. */
export async function openCuttingProxy(): Promise<CuttingProxy> {
  const { host, port } = inject('postgres')
  const sockets = new Set<Socket>()
  let armed: Armed | null = null
  let refusing = false
  let cuts = 0

  const server = createServer((client) => {
    if (refusing) return void client.destroy()
    const database = connect(`${host}/.s.PGSQL.${port}`)
    const readStatements = statementReader()
    let swallowing = false
    const cut = (forGood: boolean) => {
      cuts++
      refusing ||= forGood
      client.destroy()
      database.destroy()
    }
    let forGood = false
    client.on('data', (chunk) => {
      const hit = readStatements(chunk).some((text) => armed?.statement.test(text)) ? armed : null
      if (hit) {
        armed = null
        if (hit.before) return cut(hit.forGood)
        swallowing = true
        forGood = hit.forGood
      }
      database.write(chunk)
    })
    database.on('data', (chunk) => {
      if (!swallowing) return void client.write(chunk)
      if (chunk.subarray(-readyAndIdle.length).equals(readyAndIdle)) cut(forGood)
    })
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => {})
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  const own = { host: '127.0.0.1', port: await freePort() }
  await new Promise<void>((resolve) => server.listen(own.port, own.host, resolve))

  const arm = (statement: RegExp, when: string, forGood: boolean) => {
    armed = { statement, before: when === 'before it', forGood }
  }
  return {
    ...own,
    cut: (statement, when) => arm(statement, when, false),
    cutForGood: (statement, when) => arm(statement, when, true),
    mend: () => {
      refusing = false
    },
    cuts: () => cuts,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Reads a client's messages and gives the texts of the statements that each piece starts. */
function statementReader(): (chunk: Buffer) => string[] {
  const prepared = new Map<string, string>()
  let rest = Buffer.alloc(0)
  let started = false
  const text = (body: Buffer, from: number) => body.toString('utf8', from, body.indexOf(0, from))
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    const statements: string[] = []
    for (;;) {
      // The first message of a connection has no letter.
      const head = started ? 1 : 0
      if (rest.length < head + 4) return statements
      const end = head + rest.readUInt32BE(head)
      if (rest.length < end) return statements
      const kind = started ? String.fromCharCode(rest[0] ?? 0) : 'startup'
      const body = rest.subarray(head + 4, end)
      rest = rest.subarray(end)
      started = true
      if (kind === 'Q') statements.push(text(body, 0))
      if (kind === 'P') prepared.set(text(body, 0), text(body, body.indexOf(0) + 1))
      if (kind === 'B') statements.push(prepared.get(text(body, body.indexOf(0) + 1)) ?? '')
    }
  }
}
