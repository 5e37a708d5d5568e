import type { ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Actor, Context } from '../context.ts'
import { Refusal } from '../errors.ts'
import type { Live } from '../live/listener.ts'
import type { Log } from '../log.ts'
import { leaveUntimed } from './request-times.ts'
import { endSpan } from './trace-requests.ts'

/** Server-sent events to one reader. */
export type Stream = {
  /** Sends an encoded message. It is dropped if the stream has ended; a reader who is too slow is disconnected. */
  send(message: string | Buffer): void
  onClose(then: () => void): void
}

export type Streams = {
  /** Turns the reply into a stream. Refusals are possible only before. */
  open(reply: FastifyReply, context: Pick<Context, 'actor' | 'network'>): Stream
}

type Standing = Pick<Actor, 'sessionHash' | 'permissions' | 'sites'>

type Options = {
  live: Live
  log: Log
  /** The sessions that are still valid, with their access. Called repeatedly while their streams are open. */
  stillSignedIn: (sessions: Buffer[]) => Promise<Standing[]>
  /** Streams of this process. Half of them are reserved for signed-in readers, so that anonymous readers cannot use them up. */
  most?: number
}

/** Below the shortest usual timeout of proxies, 30 s. */
const heartbeatMs = 20_000
/** How late an expired session is noticed. */
const lookAtSessionsMs = 15_000
/** Log-outs within this time, of a whole shift for example, are checked together. */
const sessionPauseMs = 50
/**
 * The unread bytes of one reader beyond the network's own buffers. A message of a board has 2 kB, of a full desk console 60 kB:
 * a reader who is this far behind gets the present state sooner by reconnecting.
 */
const mostUnread = 256 * 1024
/** A waiting room behind one address has many phones, but not a thousand. */
const mostOfNetwork = 1_000
const mostOfSession = 20
const mostAtAll = 20_000

type Open = {
  raw: ServerResponse
  session: Buffer | null
  /** The access of the session when the stream was opened. */
  access: string
  network: string
  closing: (() => void)[]
}

const accessOf = ({ permissions, sites }: Pick<Standing, 'permissions' | 'sites'>) =>
  JSON.stringify([permissions.toSorted(), sites?.toSorted() ?? null])

const comment = Buffer.from(':\n\n')
const signedOut = Buffer.from('event: end\ndata: {"reason":"signed_out"}\n\n')

/** The streams of this process. A stream ends with its session, if its reader is too slow, and when the process stops. */
export function createStreams(
  app: FastifyInstance,
  { live, log, stillSignedIn, most = mostAtAll }: Options,
): Streams {
  const open = new Set<Open>()
  const perNetwork = new Map<string, number>()
  const perSession = new Map<string, number>()
  let guests = 0
  let ending = false

  const heartbeat = setInterval(() => {
    for (const one of open) write(one, comment)
  }, heartbeatMs)
  heartbeat.unref()
  let pause: NodeJS.Timeout | undefined
  const lookSoon = () => {
    pause ??= setTimeout(() => {
      pause = undefined
      void endSignedOut()
    }, sessionPauseMs)
  }
  const look = setInterval(lookSoon, lookAtSessionsMs)
  look.unref()
  const stopHearing = live.hear('session', lookSoon)

  async function endSignedOut(): Promise<void> {
    const sessions = new Map<string, Buffer>()
    for (const { session } of open) if (session) sessions.set(session.toString('hex'), session)
    if (sessions.size === 0) return
    try {
      const standing = new Map(
        (await stillSignedIn([...sessions.values()])).map((one) => [
          one.sessionHash.toString('hex'),
          accessOf(one),
        ]),
      )
      for (const one of open) {
        const key = one.session?.toString('hex')
        if (key === undefined || !sessions.has(key)) continue
        const access = standing.get(key)
        if (access === undefined) one.raw.end(signedOut)
        // The access has changed: the reader reconnects and is admitted by the present access.
        else if (access !== one.access) one.raw.end()
      }
    } catch (error) {
      log.warn({ err: error }, 'the sessions of streams could not be looked at; trying again')
    }
  }

  function write(one: Open, message: string | Buffer): void {
    if (one.raw.writableEnded || one.raw.destroyed) return
    if (one.raw.writableLength > mostUnread) {
      log.info({ unread: one.raw.writableLength }, 'a reader was too slow for its stream')
      one.raw.destroy()
      return
    }
    one.raw.write(message)
  }

  function admit(session: Buffer | null, network: string): void {
    const ofSession = session === null ? 0 : (perSession.get(session.toString('hex')) ?? 0)
    const ofNetwork = perNetwork.get(network) ?? 0
    const isFull = open.size >= most || (session === null && guests >= most / 2)
    if (ending || isFull || ofNetwork >= mostOfNetwork || ofSession >= mostOfSession) {
      throw new Refusal('busy', 'Too many screens are following at once. Please try again in a moment.', {
        retryAfterSeconds: ending ? 1 : 10,
      })
    }
  }

  app.addHook('preClose', async () => {
    ending = true
    clearInterval(heartbeat)
    clearInterval(look)
    clearTimeout(pause)
    stopHearing()
    // Only once the port is closed: readers reconnect at once, and must not reach this process again.
    setImmediate(() => {
      for (const one of open) one.raw.end()
    })
  })

  return {
    open(reply, { actor, network }) {
      const session = actor?.sessionHash ?? null
      admit(session, network)
      const one: Open = {
        raw: reply.raw,
        session,
        access: actor ? accessOf(actor) : '',
        network,
        closing: [],
      }
      open.add(one)
      count(perNetwork, network, 1)
      if (session) count(perSession, session.toString('hex'), 1)
      else guests++
      reply.hijack()
      leaveUntimed(reply)
      endSpan(reply.request, 200)
      one.raw.on('error', () => {})
      const over = () => {
        if (!open.delete(one)) return
        count(perNetwork, network, -1)
        if (session) count(perSession, session.toString('hex'), -1)
        else guests--
        for (const then of one.closing) then()
      }
      one.raw.once('close', over)
      // It ends with its connection and needs no lengths of chunks in between: each message is one write instead of four.
      one.raw.removeHeader('transfer-encoding')
      one.raw.writeHead(200, {
        ...(reply.getHeaders() as Record<string, string>),
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        // Otherwise nginx buffers the messages.
        'x-accel-buffering': 'no',
      })
      if (reply.request.method === 'HEAD') one.raw.end()
      // Disconnected while its first state was read: `close` is not emitted again.
      if (one.raw.destroyed) over()
      return {
        send: (message) => write(one, message),
        onClose: (then) => {
          if (open.has(one)) one.closing.push(then)
          else then()
        },
      }
    },
  }
}

function count(map: Map<string, number>, key: string, by: number): void {
  const now = (map.get(key) ?? 0) + by
  if (now <= 0) map.delete(key)
  else map.set(key, now)
}
