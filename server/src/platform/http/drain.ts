import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'

const lookEveryMs = 50
/** Longer than any statement may take; then even a client that never finishes its question is left. */
const patienceMs = 35_000
/** A turn of the event loop as short as this has found next to nothing to do. */
const quietMs = 0.2
const mostTurns = 1_000

/**
 * Lets a server end soon and tidily. From `leaving` on everything is answered as before, with the word that the
 * connection ends there: whoever keeps connections, a proxy above all, comes back on a new one, and goes elsewhere as
 * soon as it knows that this process is not ready. Once the server closes and nothing is under way, the connections left
 * are those on which nobody has asked anything (browsers open them ahead).
 */
export function drainOnClose(app: FastifyInstance, leaving: AbortSignal): void {
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
      // What has arrived and is not read yet is under way as well.
      await nextTurn()
      if (underWay > 0 && performance.now() - since < patienceMs) return
      app.server.closeAllConnections()
    }, lookEveryMs)
    app.server.once('close', () => clearInterval(timer))
    // An application that never listened closes without saying so.
    timer.unref()
    await untilQuiet()
  })
}

/**
 * The system resets connections that wait to be accepted when the listener closes. A turn of the event loop accepts all of
 * them, so that none is lost if the listener closes right after a short one.
 */
async function untilQuiet(): Promise<void> {
  for (let turn = 0; turn < mostTurns; turn++) {
    const since = performance.now()
    await nextTurn()
    if (turn > 0 && performance.now() - since < quietMs) return
  }
}
