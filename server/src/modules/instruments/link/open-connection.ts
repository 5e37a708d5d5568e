import { readFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import type { Config } from '#server/config.ts'
import type { Clock } from '#server/platform/clock.ts'
import { isAllowed, plainAddress } from './allow-list.ts'

/** Where a connection is opened, and for whom. */
export type Endpoint = {
  way: string
  host: string
  port: number
  tls: boolean
  /** Addresses and ranges that may connect; empty: only the server’s own machine. */
  allowed: readonly string[]
}

export type LinkState = {
  connectedAt?: Date | null
  heardAt?: Date
  trouble?: string
  troubleAt?: Date | null
}

type Uses = {
  config: Config
  clock: Clock
  /** Writes the state of the link. */
  write: (change: LinkState) => Promise<unknown>
  /** Called if the state could not be written. */
  failed: (error: unknown) => void
  /** Speaks on a connection. `complain` notes what is wrong. Returns what is called when the connection is closed. */
  serve: (socket: Socket, peer: string, complain: (trouble: string) => void) => () => void
}

const heardEveryMs = 5_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000
const handshakeMs = 10_000

/**
 * Listens for a peer, or connects to it and reconnects after a loss. There is one connection at a time: a new connection of the peer
 * replaces the previous connection.
 */
export function openConnection(endpoint: Endpoint, { config, clock, write, failed, serve }: Uses) {
  const { note, done } = noteInBackground(write, failed)
  let current: Socket | null = null
  let server: Server | null = null
  let retry: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs
  let isClosed = false
  /** The connections of the server, including connections before the TLS handshake: a server closes after its last connection. */
  const connections = new Set<Socket>()
  const complain = (trouble: string) => note({ trouble, troubleAt: clock.now() })

  function mayConnect(socket: Socket): boolean {
    const peer = plainAddress(socket.remoteAddress ?? '')
    if (endpoint.way !== 'listen' || isAllowed(peer, endpoint.allowed)) return true
    complain(
      `A connection from ${peer} was refused: the address is not in the list of addresses that may connect`,
    )
    return false
  }

  function take(socket: Socket): void {
    if (isClosed || !mayConnect(socket)) {
      socket.destroy()
      return
    }
    current?.destroy()
    current = socket
    socket.setNoDelay(true)
    socket.setKeepAlive(true, 30_000)
    note({ connectedAt: clock.now(), heardAt: clock.now(), trouble: '', troubleAt: null })
    let heardAt = performance.now()
    socket.on('data', () => {
      if (performance.now() - heardAt < heardEveryMs) return
      heardAt = performance.now()
      note({ heardAt: clock.now() })
    })
    const over = serve(socket, plainAddress(socket.remoteAddress ?? ''), complain)
    socket.on('error', () => {})
    socket.on('close', () => {
      over()
      if (current !== socket) return
      current = null
      note({ connectedAt: null })
      if (endpoint.way === 'connect') dialLater()
    })
  }

  function dial(): void {
    const at = { host: endpoint.host, port: endpoint.port }
    let socket: Socket
    try {
      socket = endpoint.tls ? connectTls({ ...at, ...trusted(config) }) : connect(at)
    } catch (error) {
      // For example a file of certificates that cannot be read.
      complain(`No connection can be encrypted: ${error instanceof Error ? error.message : error}`)
      dialLater()
      return
    }
    current = socket
    // A peer without TLS may wait for the first byte, as this server does.
    socket.setTimeout(handshakeMs, () => socket.destroy(new Error('no answer')))
    const notConnected = (error: Error) => {
      complain(`No connection to ${endpoint.host}, port ${endpoint.port}: ${codeOf(error)}`)
      dialLater()
    }
    socket.once('error', notConnected)
    socket.once(endpoint.tls ? 'secureConnect' : 'connect', () => {
      socket.off('error', notConnected)
      socket.setTimeout(0)
      pauseMs = firstPauseMs
      current = null
      take(socket)
    })
  }

  function dialLater(): void {
    if (isClosed) return
    clearTimeout(retry)
    retry = setTimeout(dial, pauseMs)
    pauseMs = Math.min(pauseMs * 2, longestPauseMs)
  }

  function listenEncrypted(): Server {
    const { instrumentsTls } = config
    if (instrumentsTls === null) throw new Error('INSTRUMENTS_TLS_CERT and INSTRUMENTS_TLS_KEY are not set')
    const { cert, key } = instrumentsTls
    const encrypted = createTlsServer({
      cert: readFileSync(cert),
      key: readFileSync(key),
      minVersion: 'TLSv1.2',
      handshakeTimeout: handshakeMs,
    })
    // The address is checked before the TLS handshake.
    encrypted.on('connection', (socket: Socket) => mayConnect(socket) || socket.destroy())
    encrypted.on('tlsClientError', (error) => {
      if (!isClosed) complain(`A connection could not be encrypted: ${error.message}`)
    })
    return encrypted.on('secureConnection', take)
  }

  function listen(): void {
    try {
      server = endpoint.tls ? listenEncrypted() : createServer(take)
    } catch (error) {
      complain(`No connection can be encrypted: ${error instanceof Error ? error.message : error}`)
      retry = setTimeout(listen, longestPauseMs)
      return
    }
    server.maxConnections = 8
    server.on('connection', (socket: Socket) => {
      connections.add(socket)
      socket.once('close', () => connections.delete(socket))
    })
    server.on('error', (error) => {
      complain(`Port ${endpoint.port} cannot be opened: ${codeOf(error)}`)
      if (!isClosed) retry = setTimeout(listen, longestPauseMs / 10)
    })
    server.listen({ host: config.instrumentsHost, port: endpoint.port })
  }

  if (endpoint.way === 'listen') listen()
  else dial()
  return {
    async close() {
      isClosed = true
      clearTimeout(retry)
      current?.destroy()
      for (const socket of connections) socket.destroy()
      if (server?.listening) await new Promise((closed) => server?.close(closed))
      // The closed sockets note their state first.
      await new Promise((next) => setImmediate(next))
      await done()
    },
  }
}

/** Certificates that are trusted in addition to the public authorities, since most analysers have self-signed certificates. */
const trusted = ({ instrumentsCa }: Config) =>
  instrumentsCa === null ? {} : { ca: readFileSync(instrumentsCa) }

const codeOf = (error: Error) => ('code' in error ? String(error.code) : error.message)

/**
 * Writes the state of a link in the background. Writes are serialised, so that the last state is written last. Changes that come
 * during a write are written as one.
 */
function noteInBackground(write: (change: LinkState) => Promise<unknown>, failed: (error: unknown) => void) {
  let noting: Promise<unknown> = Promise.resolve()
  let toNote: LinkState | null = null
  return {
    note(change: LinkState): void {
      const isPlanned = toNote !== null
      toNote = { ...toNote, ...change }
      if (isPlanned) return
      noting = noting
        .then(() => {
          const noted = toNote ?? {}
          toNote = null
          return write(noted)
        })
        .catch(failed)
    },
    done: () => noting,
  }
}
