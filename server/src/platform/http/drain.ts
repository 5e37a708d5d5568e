import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

const lookEveryMs = 50
/** Longer than any statement may take; after that even a client that never finishes its request is cut off. */
const patienceMs = 35_000
/** A turn of the event loop this short had nothing to do: an empty one takes 0.01 ms. */
const quietMs = 0.05
const mostTurns = 10_000
/** A client that has just been accepted sends its request at once, but may wait for a processor first. */
const firstRequestMs = 500

/**
 * Lets a server stop quickly and without lost requests. From `leaving` on each answer has `Connection: close`: clients that
 * keep connections, above all proxies, open a new one, and use another process as soon as they know that this one is not
 * ready. When the server closes and no request is open, the remaining connections are unused ones (browsers open
 * connections in advance), and are cut.
 */
export function drainOnClose(app: FastifyInstance, leaving: AbortSignal): void {
  let closing = false
  let underWay = 0
  let accepted = 0
  let acceptedAt = Number.NEGATIVE_INFINITY
  app.server.on('connection', () => {
    accepted++
    acceptedAt = performance.now()
  })
  const over = new WeakSet<FastifyReply>()
  const end = (reply: FastifyReply) => {
    if (over.has(reply)) return
    over.add(reply)
    underWay--
  }
  app.addHook('onRequest', (_request, reply, done) => {
    underWay++
    // A client that disconnects during an answer or a stream is not waited for.
    reply.raw.once('close', () => end(reply))
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing || leaving.aborted) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (_request, reply, done) => {
    end(reply)
    done()
  })
  app.addHook('preClose', async () => {
    closing = true
    const since = performance.now()
    const timer = setInterval(async () => {
      // First read requests that have already arrived.
      await nextTurn()
      const now = performance.now()
      if ((underWay > 0 || now - acceptedAt < firstRequestMs) && now - since < patienceMs) return
      app.server.closeAllConnections()
    }, lookEveryMs)
    app.server.once('close', () => clearInterval(timer))
    // An application that never listened emits no `close`.
    timer.unref()
    await untilQuiet(() => accepted)
    // At once: between this hook and Fastify's own closing the event loop turns several times.
    if (app.server.listening) app.server.close()
  })
}

/**
 * The system resets connections that wait to be accepted when the listener closes. A turn of the event loop accepts one of
 * them, however many wait, so none waits after a turn that has accepted none. The caller must close the listener before the
 * next turn. A connection that arrives between the poll and the close is lost, so the turn has to be short.
 */
async function untilQuiet(accepted: () => number): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn++) {
    const before = accepted()
    const since = performance.now()
    await nextTurn()
    // The first turn may have begun after the poll for connections.
    if (turn > 0 && accepted() === before && performance.now() - since < quietMs) return
  }
}
