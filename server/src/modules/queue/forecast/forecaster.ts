import type { Base } from '#server/platform/http/serve.ts'
import type { Live } from '#server/platform/live/listener.ts'
import type { SiteRef } from '../picture.ts'
import { allQueues } from '../queries-queue.ts'
import { createSiteForecast, type Expected } from './forecast-waits.ts'
import { createForecastWorker } from './forecast-worker.ts'

/** Changes within this time lead to one forecast. */
const pauseMs = 100
/** Forecasts change with time as well, and new sites have to be found. */
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
  const sites = new Map<string, ReturnType<typeof keep>>()
  let closed = false

  function keep(site: SiteRef) {
    const forecast = createSiteForecast(base, site, worker)
    let timer: NodeJS.Timeout | undefined
    let running = false
    let again = false
    const update = async () => {
      running = true
      again = false
      try {
        await forecast.update()
      } catch (error) {
        // The waits that are shown expire by themselves; the next change leads to a new forecast.
        if (!closed) base.log.warn({ err: error }, 'the waits of a site could not be forecast')
      }
      running = false
      if (again) soon()
    }
    const soon = () => {
      again = true
      if (running || closed || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        void update()
      }, pauseMs)
      timer.unref()
    }
    const stop = live.hear(`queue:${site.id}`, soon)
    soon()
    return {
      updateSoon: soon,
      expected: forecast.expected,
      close() {
        clearTimeout(timer)
        stop()
      },
    }
  }

  async function tend(): Promise<void> {
    for (const site of await allQueues(base.db)) {
      const known = sites.get(site.id)
      if (known) known.updateSoon()
      else if (!closed) sites.set(site.id, keep(site))
    }
  }
  const tendOrWarn = () =>
    void tend().catch((error: unknown) => {
      if (!closed) base.log.warn({ err: error }, 'the sites could not be read for their forecasts')
    })
  tendOrWarn()
  const tick = setInterval(tendOrWarn, everyMs)
  tick.unref()

  return {
    expectedAt: (siteId) => sites.get(siteId)?.expected() ?? [],
    async close() {
      closed = true
      clearInterval(tick)
      for (const site of sites.values()) site.close()
      await worker.close()
    },
  }
}
