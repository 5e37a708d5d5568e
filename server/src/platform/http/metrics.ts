import { timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { Refusal } from '../errors.ts'
import { hashToken } from '../ids.ts'
import { processMeasures } from '../measures.ts'

/** Null leaves the value out. */
export type Reading = readonly [name: string, value: number | null, labels?: Readonly<Record<string, string>>]

/** Values that are read together at each scrape. If they cannot be read, all of them are left out. */
export type MeasureGroup = {
  name: string
  measures: Readonly<Record<string, readonly [help: string, ...labels: string[]]>>
  read: () => Promise<readonly Reading[]>
}

/** Prometheus waits for 10 s by default. */
const patienceMs = 6_000

/** `/metrics` for Prometheus, with the token of the settings; the route does not exist if no token is set. */
export function serveMetrics(
  app: FastifyInstance,
  token: string | null,
  groups: readonly MeasureGroup[],
): void {
  if (token === null) return
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const gauges = new Map(
    groups.flatMap(({ measures }) =>
      Object.entries(measures).map(([name, [help, ...labelNames]]) => [
        name,
        new Gauge({ name, help, labelNames, registers: [registry] }),
      ]),
    ),
  )
  const unread = new Gauge({
    name: 'phial_metrics_unread',
    help: 'Whether values of this group could not be read',
    labelNames: ['group'],
    registers: [registry],
  })

  async function readGroup({ name, measures, read }: MeasureGroup, withinMs: number): Promise<void> {
    const tooLate = sleep(Math.max(0, withinMs), null, { ref: false })
    const readings = await Promise.race([read(), tooLate]).catch((error: unknown) => {
      app.log.warn({ err: error, group: name }, 'metrics could not be read')
      return null
    })
    for (const measure of Object.keys(measures)) gauges.get(measure)?.reset()
    unread.set({ group: name }, readings === null ? 1 : 0)
    for (const [measure, value, labels = {}] of readings ?? []) {
      if (value !== null) gauges.get(measure)?.set(labels, value)
    }
    // A gauge without labels is 0 after a reset, which would be a value that nobody has read.
    for (const [measure, [, ...labels]] of Object.entries(measures)) {
      const isRead = readings?.some(([read, value]) => read === measure && value !== null)
      if (labels.length === 0 && !isRead) gauges.get(measure)?.remove()
    }
  }

  /** One group after another, so that a scrape takes one connection of the pool. */
  async function readAll(): Promise<string> {
    const since = performance.now()
    for (const group of groups) await readGroup(group, patienceMs - (performance.now() - since))
    return Registry.merge([registry, processMeasures]).metrics()
  }

  let reading: Promise<string> | null = null
  app.addHook('onClose', async () => registry.clear())
  const expected = hashToken(`Bearer ${token}`)
  app.get('/metrics', { logLevel: 'warn', schema: { hide: true } }, async (request, reply) => {
    const given = hashToken(request.headers.authorization ?? '')
    if (!timingSafeEqual(given, expected))
      throw new Refusal('not_signed_in', 'Bear the token of METRICS_TOKEN')
    reading ??= readAll().finally(() => {
      reading = null
    })
    return reply.type(registry.contentType).send(await reading)
  })
}
