import { addDays, localAt, minuteOf } from '#server/modules/sites/index.ts'
import { systemClock } from '#server/platform/clock.ts'
import type { Spread } from './figures.ts'
import { openLaboratory } from './laboratory.ts'
import { type LoadResult, startGenerator, startWorker } from './load.ts'
import { makePatients } from './patients.ts'
import { siteId } from './places.ts'
import type { VerbOrder } from './verb-calls.ts'
import { growVisits } from './visits.ts'

export type AvailabilityFigures = {
  visits: number
  /** Through HTTP, and the verb alone in a process of its own: times of single answers in milliseconds. */
  http: { one: Spread; sixteen: Spread; perSecond: number }
  verb: { one: Spread; sixteen: Spread }
  /** How long making the visits took, in seconds. */
  madeIn: number
}

/** Availability of 30 days with 10 thousand to a million visits in the table. */
export async function measureAvailability({
  seconds,
  most,
}: {
  seconds: number
  most: number
}): Promise<AvailabilityFigures[]> {
  const laboratory = await openLaboratory()
  const generator = startGenerator()
  const verb = startWorker<VerbOrder, LoadResult>('verb-calls.ts')
  const { pool, connection, server } = laboratory
  try {
    await makePatients(pool, 1_000)
    const figures: AvailabilityFigures[] = []
    for await (const { visits, sites, seconds: madeIn } of growVisits(pool, most)) {
      const queries = availabilityQueries(sites)
      const http = (clients: number) =>
        generator.run({
          host: '127.0.0.1',
          port: Number(new URL(server.url).port),
          clients,
          seconds,
          traffic: {
            kind: 'get',
            requests: queries.map((query) => ({ path: `/api/availability?${query}` })),
          },
        })
      const alone = (clients: number) => verb.run({ connection, clients, seconds, queries })
      await http(4)
      await alone(4)
      const [one, sixteen] = [await http(1), await http(16)]
      const [verbOne, verbSixteen] = [await alone(1), await alone(16)]
      if (one.example ?? sixteen.example) throw new Error(`Availability failed: ${one.example}`)
      figures.push({
        visits,
        http: { one: one.times, sixteen: sixteen.times, perSecond: sixteen.perSecond },
        verb: { one: verbOne.times, sixteen: verbSixteen.times },
        madeIn,
      })
    }
    return figures
  } finally {
    generator.close()
    verb.close()
    await laboratory.close()
  }
}

/** Thirty days from a day of the coming weeks, for every site in turn. */
function availabilityQueries(sites: number): string[] {
  const today = localAt('Africa/Accra', minuteOf(systemClock.now())).day
  return Array.from({ length: sites * 8 }, (_, index) => {
    const from = addDays(today, 1 + 3 * Math.floor(index / sites))
    const ask = {
      siteId: siteId(2 + (index % sites)),
      from,
      to: addDays(from, 29),
      tests: 'Full Blood Count',
    }
    return new URLSearchParams(ask).toString()
  })
}
