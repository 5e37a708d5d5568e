import { readFileSync } from 'node:fs'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { connect as connectTls, createServer as createTlsServer } from 'node:tls'
import type { Config } from '#server/config.ts'
import type { Context } from '#server/platform/context.ts'
import { keepMessage } from '../keep-message.ts'
import { type InstrumentRow, noteLink } from '../queries-instruments.ts'
import type { MessageEnd } from '../wire/astm-link.ts'
import { isAllowed, plainAddress } from './allow-list.ts'
import { sendOrders } from './send-orders.ts'
import { talkAstm } from './talk-astm.ts'
import { talkHl7 } from './talk-hl7.ts'

export type OpenLink = {
  /** The version of the settings that the link was opened with. */
  version: number
  /** Sends waiting orders if the analyser is connected. */
  look(): void
  close(): Promise<void>
}

const heardEveryMs = 5_000
const firstPauseMs = 1_000
const longestPauseMs = 30_000
const handshakeMs = 10_000

/**
 * Opens the link of an instrument: listens for it, or connects to it and reconnects after a loss. There is one connection at a time:
 * a new connection of the instrument replaces the previous connection. `arrived` is called after a message was stored.
 */
export function openLink(context: Context, instrument: InstrumentRow, arrived: () => void): OpenLink {
  const { clock, log, config } = context
  let current: Socket | null = null
  let orders: ReturnType<typeof sendOrders> | null = null
  let server: Server | null = null
  let retry: NodeJS.Timeout | undefined
  let pauseMs = firstPauseMs
  let isClosed = false
  /** The connections of the server, including connections before the TLS handshake: a server closes after its last connection. */
  const connections = new Set<Socket>()
  /** Writes are serialised, so that the last state is written last. Changes that come during a write are written as one. */
  let noting: Promise<unknown> = Promise.resolve()
  let toNote: Parameters<typeof noteLink>[2] | null = null
  const note = (change: Parameters<typeof noteLink>[2]) => {
    const isPlanned = toNote !== null
    toNote = { ...toNote, ...change }
    if (isPlanned) return
    noting = noting
      .then(() => {
        const noted = toNote ?? {}
        toNote = null
        return noteLink(context.db, instrument, noted)
      })
      .catch((error: unknown) =>
        log.warn({ err: error, instrument: instrument.id }, 'the state of a link could not be written'),
      )
  }
  const complain = (trouble: string) => note({ trouble, troubleAt: clock.now() })
  const stamp = () => clock.now().toISOString().replace(/\D/g, '').slice(0, 14)

  const look = () => {
    orders
      ?.look()
      .catch((error: unknown) =>
        log.warn({ err: error, instrument: instrument.id }, 'the orders of an instrument could not be read'),
      )
  }

  function mayConnect(socket: Socket): boolean {
    const peer = plainAddress(socket.remoteAddress ?? '')
    if (instrument.way !== 'listen' || isAllowed(peer, instrument.allowed)) return true
    complain(
      `A connection from ${peer} was refused: the address is not in the list of addresses that may connect`,
    )
    return false
  }

  function serve(socket: Socket): void {
    const peer = plainAddress(socket.remoteAddress ?? '')
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
    const keep = async (bytes: Buffer, end: MessageEnd) => {
      let whole: Buffer | null
      try {
        whole = await keepMessage(context, instrument, { bytes, peer, isWhole: end !== 'cut' })
      } catch (error) {
        log.error({ err: error, instrument: instrument.id }, 'a message of an instrument could not be stored')
        complain('A message could not be stored; the analyser was asked to send it again')
        throw error
      }
      if (whole) arrived()
      return whole
    }
    const sender = sendOrders(context, instrument, { peer, complain })
    const line = {
      socket,
      keep,
      complain,
      ordersFor: sender.ordersFor,
      sent: (...outcome: Parameters<typeof sender.sent>) => void sender.sent(...outcome),
    }
    const talk =
      instrument.protocol === 'astm' ? talkAstm(line, instrument) : talkHl7(line, instrument.encoding, stamp)
    sender.attach(talk)
    orders = sender
    look()
    socket.on('error', () => {})
    socket.on('close', () => {
      sender.attach(null)
      talk.over()
      if (current !== socket) return
      current = null
      orders = null
      note({ connectedAt: null })
      if (instrument.way === 'connect') dialLater()
    })
  }

  function dial(): void {
    const at = { host: instrument.host, port: instrument.port }
    let socket: Socket
    try {
      socket = instrument.tls ? connectTls({ ...at, ...trusted(config) }) : connect(at)
    } catch (error) {
      // For example a file of certificates that cannot be read.
      complain(`No connection can be encrypted: ${error instanceof Error ? error.message : error}`)
      dialLater()
      return
    }
    current = socket
    // An analyser without TLS may wait for the first byte, as this server does.
    socket.setTimeout(handshakeMs, () => socket.destroy(new Error('no answer')))
    const failed = (error: Error) => {
      complain(`No connection to ${instrument.host}, port ${instrument.port}: ${codeOf(error)}`)
      dialLater()
    }
    socket.once('error', failed)
    socket.once(instrument.tls ? 'secureConnect' : 'connect', () => {
      socket.off('error', failed)
      socket.setTimeout(0)
      pauseMs = firstPauseMs
      current = null
      serve(socket)
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
    return encrypted.on('secureConnection', serve)
  }

  function listen(): void {
    try {
      server = instrument.tls ? listenEncrypted() : createServer(serve)
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
      complain(`Port ${instrument.port} cannot be opened: ${codeOf(error)}`)
      if (!isClosed) retry = setTimeout(listen, longestPauseMs / 10)
    })
    server.listen({ host: config.instrumentsHost, port: instrument.port })
  }

  if (instrument.way === 'listen') listen()
  else dial()
  return {
    version: instrument.version,
    look,
    async close() {
      isClosed = true
      clearTimeout(retry)
      current?.destroy()
      for (const socket of connections) socket.destroy()
      if (server?.listening) await new Promise((done) => server?.close(done))
      // The write of the closed state.
      await new Promise((done) => setImmediate(done))
      await noting
    },
  }
}

/** Certificates that are trusted in addition to the public authorities, since most analysers have self-signed certificates. */
const trusted = ({ instrumentsCa }: Config) =>
  instrumentsCa === null ? {} : { ca: readFileSync(instrumentsCa) }

const codeOf = (error: Error) => ('code' in error ? String(error.code) : error.message)
