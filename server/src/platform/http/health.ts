import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { Refusal } from '../errors.ts'
import { hashToken } from '../ids.ts'

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

/** A metric that is read at each scrape; null, or a failure, leaves it out. */
export type Measure = { name: string; help: string; read: () => Promise<number | null> }

/** `/metrics` for Prometheus, with the token of the settings; the route does not exist if no token is set. */
export function serveMetrics(app: FastifyInstance, token: string | null, measures: readonly Measure[]): void {
  if (token === null) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const { name, help, read } of measures) {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        const value = await read().catch((error: unknown) => {
          app.log.warn({ err: error, name }, 'a metric could not be read')
          return null
        })
        if (value === null) this.remove()
        else this.set(value)
      },
    })
  }
  app.addHook('onClose', async () => registry.clear())
  const expected = hashToken(`Bearer ${token}`)
  app.get('/metrics', { logLevel: 'warn', schema: { hide: true } }, async (request, reply) => {
    const given = hashToken(request.headers.authorization ?? '')
    if (!timingSafeEqual(given, expected))
      throw new Refusal('not_signed_in', 'Bear the token of METRICS_TOKEN')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
