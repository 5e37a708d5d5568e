import type { ResponseOf } from '#contract/endpoint.ts'
import type { waitingForRelease } from '#contract/reports.ts'
import { flagWords } from '#contract/results.ts'
import { classNames } from '../../../lib/class-names.ts'
import { flagTones } from '../../../lib/flag-tones.ts'
import { dayOf, sayDay } from '../../../lib/times.ts'
import { Badge } from '../../../ui/badge.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { RangeBar } from '../report/range-bar.tsx'
import { isConspicuous, sayChange } from './conspicuous.ts'
import css from './result-table.module.css'

type Result = ResponseOf<typeof waitingForRelease>['rows'][number]['results'][number]

/** The results of a test beside their intervals and the values before; what is conspicuous is marked in words. */
export function ResultTable({
  title,
  results,
  zone,
}: {
  title: string
  results: readonly Result[]
  zone: string
}) {
  const today = dayOf(useNow(), zone)
  return (
    <table className={css.results}>
      <caption className="visually-hidden">Results of {title}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">Analyte</th>
          <th scope="col">Value</th>
          <th scope="col">Interval</th>
          <th scope="col">Before</th>
          <th scope="col">Remarks</th>
        </tr>
      </thead>
      <tbody>
        {results.map((result) => (
          <tr key={result.code} className={classNames(css.row, isConspicuous(result) && css.conspicuous)}>
            <th scope="row" className={css.name}>
              {result.name}
            </th>
            <td className={css.value}>
              <strong className="figures">{result.value}</strong>{' '}
              <span className={css.soft}>{result.unit}</span>
            </td>
            <td className={css.interval}>
              <Interval result={result} />
            </td>
            <td className={css.soft}>
              {result.previous && (
                <>
                  <span className="figures">{result.previous.value}</span>{' '}
                  {sayDay(dayOf(result.previous.at, zone), today)}
                  <Change result={result} />
                </>
              )}
            </td>
            <td className={css.remarks}>
              {result.flag !== '' && <Badge tone={flagTones[result.flag]}>{flagWords[result.flag]}</Badge>}
              {result.delta && <Badge tone="info">Jump</Badge>}
              {result.birthNeeded && <Badge tone="warning">No interval: date of birth needed</Badge>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Interval({ result: { number, low, high, range } }: { result: Result }) {
  return (
    <>
      {number !== null && (low !== null || high !== null) && <RangeBar low={low} high={high} at={number} />}
      {range !== '' && <span className={classNames(css.soft, 'figures')}>{range}</span>}
    </>
  )
}

function Change({ result: { number, previous } }: { result: Result }) {
  const change = sayChange(number, previous?.number ?? null)
  return change !== '' && <span className={css.change}>{change}</span>
}
