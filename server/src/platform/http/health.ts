import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Registry } from 'prom-client'
import { Refusal } from '../errors.ts'
import { hashToken } from '../ids.ts'

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

/** `/metrics` for Prometheus, to whoever bears the token of the settings; without one it is not there at all. */
export function serveMetrics(app: FastifyInstance, token: string | null): void {
  if (token === null) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  app.addHook('onClose', async () => registry.clear())
  const expected = hashToken(`Bearer ${token}`)
  app.get('/metrics', { logLevel: 'warn', schema: { hide: true } }, async (request, reply) => {
    const given = hashToken(request.headers.authorization ?? '')
    if (!timingSafeEqual(given, expected))
      throw new Refusal('not_signed_in', 'Bear the token of METRICS_TOKEN')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
