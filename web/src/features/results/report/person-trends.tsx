import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { readPersonTrends, type Trend as TrendData } from '#contract/trends.ts'
import { queryFor } from '../../../api/queries.ts'
import { browserZone, dayOf, sayDay } from '../../../lib/times.ts'
import { Failed } from '../../../ui/failed.tsx'
import { SkeletonLines } from '../../../ui/skeleton.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { CumulativeReport } from './cumulative-report.tsx'
import { plainFlag } from './plain-words.ts'
import { Trend } from './trend.tsx'

/** For staff: each quantity that was reported of a person, with its latest value and how it has changed. */
export function PersonTrends({ id }: { id: string }) {
  const trends = useQuery(queryFor(readPersonTrends, { params: { id } }))
  return (
    <section aria-labelledby="over-time" className="grid gap-3">
      <h2 id="over-time">
        <Trans>Results over time</Trans>
      </h2>
      <Quantities
        trends={trends}
        none={t`Nothing was released at your sites so far.`}
        nameOf={({ name }) => name}
      />
      {trends.data && trends.data.length > 0 && <CumulativeReport id={id} of="staff" />}
    </section>
  )
}

/** The trends that a query answers, as a list of quantities. */
export function Quantities({
  trends: { data, error, refetch },
  none,
  nameOf,
}: {
  trends: Pick<UseQueryResult<TrendData[]>, 'data' | 'error' | 'refetch'>
  /** Said instead of an empty list. */
  none: string
  nameOf: (trend: TrendData) => string
}) {
  const zone = browserZone()
  const today = dayOf(useNow(), zone)
  if (error && !data)
    return (
      <Failed error={error} failure={t`The results could not be loaded`} onRetry={() => void refetch()} />
    )
  if (!data) return <SkeletonLines count={3} says={t`Loading results...`} />
  if (data.length === 0) return <p>{none}</p>
  return (
    <ul className="list-none">
      {data.map((trend) => {
        const last = trend.points.at(-1)
        return (
          <li
            key={`${trend.code} ${trend.unit}`}
            className="flex flex-wrap items-baseline justify-between gap-x-4 border-b py-2 [&>details]:flex-[1_1_100%]"
          >
            <strong>{nameOf(trend)}</strong>
            {last && (
              <span>
                <span className="figures">{last.value}</span> {trend.unit}
                {last.flag !== '' && `, ${plainFlag(last)}`}
                <span className="hint"> {sayDay(dayOf(last.at, zone), today)}</span>
              </span>
            )}
            <Trend trend={trend} zone={zone} />
          </li>
        )
      })}
    </ul>
  )
}
