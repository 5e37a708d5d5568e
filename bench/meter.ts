import { median } from './figures.ts'
import type { Laboratory } from './laboratory.ts'
import { type LoadResult, startGenerator, type Traffic } from './load.ts'
import { whileCounting } from './processes.ts'

const names = ['perSecond', 'p50', 'p99', 'server', 'database', 'generator'] as const

/** Successes a second, times of single ones in milliseconds, and processor time of each in microseconds. */
export type Rate = Record<(typeof names)[number], number>

/** The rate of one call with a number of clients, and what the load generator reaches against an empty answer. */
export type CallFigures = Rate & { call: string; clients: number; ceiling: number }

/** Each number of clients is measured in so many rounds of so many seconds. */
export type Rounds = { clients: readonly number[]; seconds: number; rounds: number }

/** Measures rates of a laboratory, through HTTP with a load generator of its own or by another process. */
export function openMeter({ server, cluster }: Laboratory) {
  const generator = startGenerator()
  const at = { host: '127.0.0.1', port: Number(new URL(server.url).port) }

  /** Throws at answers of other statuses than `expected`. */
  async function load(clients: number, seconds: number, traffic: Traffic, expected = ['200']) {
    const result = await generator.run({ ...at, clients, seconds, traffic })
    const strange = Object.keys(result.statuses).filter((status) => !expected.includes(status))
    if (strange.length > 0) throw new Error(`Answers of status ${strange}; no success: ${result.example}`)
    return result
  }

  /** The rate of `work`, which the process `by` does. */
  async function rateOf(work: () => Promise<LoadResult>, by: { pid: number } = generator): Promise<Rate> {
    const who = { server: server.pid, cluster, generator: by.pid }
    const { result, ...seconds } = await whileCounting(who, work)
    const { perSecond, succeeded, times } = result
    const each = (total: number) => (total / succeeded) * 1e6
    return {
      perSecond,
      p50: times.p50,
      p99: times.p99,
      server: each(seconds.server),
      database: each(seconds.database),
      generator: each(seconds.generator),
    }
  }

  /**
   * For each number of clients: the median of each figure of the rounds, in which all ways take turns, so that what else the
   * machine does falls on each of them; and as `ceiling` what the load generator reaches against an answer that costs the
   * server next to nothing.
   */
  async function* medians<Way extends string>(
    { clients: clientCounts, seconds, rounds }: Rounds,
    ways: Record<Way, (clients: number) => Promise<Rate>>,
  ) {
    for (const clients of clientCounts) {
      const health = await load(clients, seconds / 4, { kind: 'get', requests: [{ path: '/healthz' }] })
      const results: Record<Way, Rate>[] = []
      for (let round = 0; round < rounds; round++) {
        const rates = {} as Record<Way, Rate>
        for (const way in ways) rates[way] = await ways[way](clients)
        results.push(rates)
      }
      const medianOf = (way: Way): Rate => {
        const of = (name: keyof Rate) => median(results.map((rates) => rates[way][name]))
        return Object.fromEntries(names.map((name) => [name, of(name)])) as Rate
      }
      yield { clients, ceiling: health.perSecond, medianOf }
    }
  }

  return { load, rateOf, medians, close: generator.close }
}
