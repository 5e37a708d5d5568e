import { useQuery } from '@tanstack/react-query'
import { readPersonTrends, type Trend as TrendData } from '#contract/trends.ts'
import { queryFor } from '../../../api/queries.ts'
import { browserZone, dayOf, sayDay } from '../../../lib/times.ts'
import { Failed } from '../../../ui/failed.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useNow } from '../../../ui/use-now.ts'
import css from './person-trends.module.css'
import { plainFlag } from './plain-words.ts'
import { Trend } from './trend.tsx'

/** For staff: each quantity that was reported of a person, with its latest value and how it has changed. */
export function PersonTrends({ id }: { id: string }) {
  const { data, error, refetch } = useQuery(queryFor(readPersonTrends, { params: { id } }))
  const zone = browserZone()
  return (
    <section aria-labelledby="over-time" className={css.part}>
      <h2 id="over-time">Results over time</h2>
      {data ? (
        <Quantities trends={data} zone={zone} />
      ) : error ? (
        <Failed error={error} failure="The results could not be loaded" onRetry={() => void refetch()} />
      ) : (
        <SkeletonLines count={3} says="Loading results..." />
      )}
    </section>
  )
}

function Quantities({ trends, zone }: { trends: readonly TrendData[]; zone: string }) {
  const today = dayOf(useNow(), zone)
  if (trends.length === 0) return <p>Nothing was released at your sites so far.</p>
  return (
    <ul className={css.quantities}>
      {trends.map((trend) => {
        const last = trend.points.at(-1)
        return (
          <li key={`${trend.code} ${trend.unit}`} className={css.quantity}>
            <strong>{trend.name}</strong>
            {last && (
              <span>
                <span className="figures">{last.value}</span> {trend.unit}
                {last.flag !== '' && `, ${plainFlag(last)}`}
                <span className={css.when}> {sayDay(dayOf(last.at, zone), today)}</span>
              </span>
            )}
            <Trend trend={trend} zone={zone} />
          </li>
        )
      })}
    </ul>
  )
}
