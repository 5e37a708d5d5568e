import type { FastifyInstance, FastifyReply } from 'fastify'

const lookEveryMs = 50
/** Longer than any statement may take; then even a client that never finishes its question is left. */
const patienceMs = 35_000

/**
 * Lets a closing server end soon and tidily. What is under way is answered, and what still arrives on an open
 * connection too, with the word that the connection ends there: kept alive, it would stand open for a minute. Once
 * nothing is under way, the connections left are those on which nobody has asked anything (browsers open them ahead).
 */
export function drainOnClose(app: FastifyInstance): void {
  let closing = false
  let underWay = 0
  const over = new WeakSet<FastifyReply>()
  const end = (reply: FastifyReply) => {
    if (over.has(reply)) return
    over.add(reply)
    underWay--
  }
  app.addHook('onRequest', (_request, reply, done) => {
    underWay++
    // Whoever hangs up in the middle, of an answer or of a stream, is told nothing more and not waited for.
    reply.raw.once('close', () => end(reply))
    done()
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (closing) reply.header('connection', 'close')
    done(null, payload)
  })
  app.addHook('onResponse', (_request, reply, done) => {
    end(reply)
    done()
  })
  app.addHook('preClose', async () => {
    closing = true
    const since = performance.now()
    const timer = setInterval(() => {
      if (underWay > 0 && performance.now() - since < patienceMs) return
      app.server.closeAllConnections()
    }, lookEveryMs)
    app.server.once('close', () => clearInterval(timer))
    // An application that never listened closes without saying so.
    timer.unref()
  })
}
