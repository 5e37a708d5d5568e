import type { Base } from '#server/platform/http/serve.ts'
import { createFeed } from '#server/platform/live/feed.ts'
import type { Live } from '#server/platform/live/listener.ts'
import type { SiteRef } from '../picture.ts'
import { allQueues } from '../queries-queue.ts'
import { createSiteForecast, type Expected } from './forecast-waits.ts'
import { createForecastWorker } from './forecast-worker.ts'

/** The debounce of changes. */
const pauseMs = 100
/** Forecasts change with time as well, and sites are added. */
const everyMs = 30_000

export type Forecaster = {
  /** Expected waits later today, by half hours; empty before the first forecast. */
  expectedAt(siteId: string): readonly Expected[]
  close(): Promise<void>
}

/**
 * Keeps the forecast of every site up to date with its queue, in the background. Every process has its own: the shown waits are in
 * memory, and the first forecast of each ticket is in the database once.
 */
export function startForecaster(base: Pick<Base, 'db' | 'clock' | 'log'>, live: Live): Forecaster {
  const worker = createForecastWorker()
  const sites = new Map<string, Awaited<ReturnType<typeof follow>>>()
  let closed = false

  async function follow(site: SiteRef) {
    const forecast = createSiteForecast(base, site, worker)
    const read = async () => {
      await forecast.update().catch((error: unknown) => {
        if (!closed) throw error
      })
      return true
    }
    const feed = createFeed({ live, topic: `queue:${site.id}`, read, log: base.log, pauseMs, everyMs })
    return { expected: forecast.expected, stop: await feed.attach(() => {}) }
  }

  async function followNew(): Promise<void> {
    for (const site of await allQueues(base.db)) {
      if (closed || sites.has(site.id)) continue
      await follow(site).then((followed) => {
        if (closed) followed.stop()
        else sites.set(site.id, followed)
      }, warn)
    }
  }
  const warn = (error: unknown) => {
    if (!closed) base.log.warn({ err: error }, 'the waits of a new site could not be forecast')
  }
  let following = Promise.resolve()
  const followOrWarn = () => {
    following = following.then(followNew).catch(warn)
  }
  followOrWarn()
  const tick = setInterval(followOrWarn, everyMs)
  tick.unref()

  return {
    expectedAt: (siteId) => sites.get(siteId)?.expected() ?? [],
    async close() {
      closed = true
      clearInterval(tick)
      for (const { stop } of sites.values()) stop()
      await worker.close()
    },
  }
}
