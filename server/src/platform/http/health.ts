import type { FastifyInstance } from 'fastify'

/** Null if the process can serve, else the reason why not. A rejection means that the database does not answer. */
export type WhyNotReady = () => Promise<string | null>

/** `/healthz`: the process runs. `/readyz`: it can serve, since the database answers and is migrated, and jobs run. */
export function serveHealth(app: FastifyInstance, whyNotReady: WhyNotReady): void {
  app.get('/healthz', { logLevel: 'warn', schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'warn', schema: { hide: true } }, async (request, reply) => {
    const reason = await whyNotReady().catch((error: unknown) => {
      request.log.warn({ err: error }, 'not ready')
      return 'the database does not answer'
    })
    return reason === null ? { status: 'ready' } : reply.code(503).send({ status: 'not ready', reason })
  })
}
