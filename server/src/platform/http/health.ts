import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { notFound } from '../errors.ts'

/** `/healthz`: this process lives. `/readyz`: it can serve, since the database answers and is migrated. */
export function serveHealth(app: FastifyInstance, isReady: () => Promise<boolean>): void {
  app.get('/healthz', { logLevel: 'warn', schema: { hide: true } }, async () => ({ status: 'alive' }))
  app.get('/readyz', { logLevel: 'warn', schema: { hide: true } }, async (request, reply) => {
    const ready = await isReady().catch((error: unknown) => {
      request.log.warn({ err: error }, 'not ready')
      return false
    })
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready' })
  })
}

/** `/metrics` for Prometheus, to the machine itself only: a proxy adds forwarded headers and is turned away. */
export function serveMetrics(app: FastifyInstance): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  app.addHook('onClose', async () => registry.clear())
  app.get('/metrics', { logLevel: 'warn', schema: { hide: true } }, async (request, reply) => {
    const local = request.socket.remoteAddress === '127.0.0.1' || request.socket.remoteAddress === '::1'
    if (!local || request.headers['x-forwarded-for'] !== undefined) throw notFound('This page')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
