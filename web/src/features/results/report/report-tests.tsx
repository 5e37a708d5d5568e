import type { ReportContent } from '#contract/reports.ts'
import type { Trend as TrendData } from '#contract/trends.ts'
import { flagTones, type Reported } from '../../../lib/flag-tones.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { analyteWords } from './analyte-words.ts'
import { plainFlag, plainRange, plainSentence } from './plain-words.ts'
import { RangeBar } from './range-bar.tsx'
import css from './report-tests.module.css'
import { Trend } from './trend.tsx'
import { Unconfirmed } from './unconfirmed.tsx'

type Tested = ReportContent['tests'][number]

/** A report's tests for the person they are about. */
export function ReportTests({
  report,
  trends,
}: {
  report: ReportContent
  /** Empty while they are not there yet. */
  trends: readonly TrendData[]
}) {
  return report.tests.map((test) => (
    <Card key={`${test.accession} ${test.name}`} className={css.test} aria-label={test.name}>
      <h2 className={css.name}>{test.name}</h2>
      <p className={css.about}>
        {test.specimen}, taken {test.collectedAt}.{' '}
        {test.withdrawn
          ? null
          : `Released ${test.releasedAt} ${test.byRule ? `automatically by the rule ${test.releasedBy}` : `by ${test.releasedBy}`}.`}
      </p>
      {test.rejected.length > 0 && (
        <p className={css.about}>
          {test.rejected.length === 1 ? 'An earlier sample was' : 'Earlier samples were'} not fit to be tested
          ({test.rejected.map(({ reason }) => reason).join('; ')}), so another was taken.
        </p>
      )}
      {test.withdrawn ? (
        <Notice kind="error" className={css.correction}>
          <p>
            <strong>The laboratory has withdrawn these results.</strong> Do not rely on what you have seen or
            printed of them before.
          </p>
          <p>Reason: {test.withdrawn.reason}</p>
        </Notice>
      ) : (
        <Results test={test} trends={trends} zone={report.timeZone} />
      )}
    </Card>
  ))
}

function Results({
  test: { correction, results },
  trends,
  zone,
}: {
  test: Tested
  trends: readonly TrendData[]
  zone: string
}) {
  const trendOf = (result: Reported) => trends.find(({ code }) => code === result.code)
  const measured = results.map(trendOf).filter((trend) => trend !== undefined)
  const allFirst = measured.length > 0 && measured.every(({ points }) => points.length < 2)
  return (
    <>
      {correction && (
        <Notice kind="warning" className={css.correction}>
          <p>
            <strong>These results were corrected.</strong> Reason: {correction.reason}
          </p>
        </Notice>
      )}
      <ul className={css.results}>
        {results.map((result) => (
          <Result
            key={result.code}
            result={result}
            trend={trendOf(result)}
            zone={zone}
            sayFirst={!allFirst}
          />
        ))}
      </ul>
      {results.some(({ unconfirmed }) => unconfirmed) && (
        <p className={css.note}>
          * From a textbook: the laboratory's director has yet to confirm it for this laboratory.
        </p>
      )}
      {allFirst && (
        <p className={css.note}>
          Your first measurements of this kind here. From the second on you see how the values change.
        </p>
      )}
    </>
  )
}

function Result({
  result,
  trend,
  zone,
  sayFirst,
}: {
  result: Reported
  trend: TrendData | undefined
  zone: string
  sayFirst: boolean
}) {
  const { code, name, value, unit, range, flag, number, low, high, before, unconfirmed, birthNeeded } = result
  const plain = analyteWords(code)
  const said = plainSentence(result)
  const words = plainFlag(result)
  return (
    <li className={css.result}>
      <div>
        <div className={css.what}>{plain?.name ?? name}</div>
        {plain?.name && <div className={css.short}>{name}</div>}
      </div>
      <div className={css.value}>
        <span className="figures">{value || 'Not recorded'}</span>{' '}
        {unit && <span className={css.unit}>{unit}</span>}
        {before !== null && (
          <p className={css.before}>
            Corrected. Before: <del className="figures">{before}</del> {unit}
          </p>
        )}
      </div>
      <div className={css.range}>
        {number !== null && (low !== null || high !== null) && (
          <RangeBar low={low} high={high} at={number} unconfirmed={unconfirmed} />
        )}
        {birthNeeded && (
          <span className={css.usual}>
            No usual range: it depends on the exact date of birth, which the laboratory does not know.
          </span>
        )}
        {range && (
          <span className={css.usual}>
            Usual: <span className="figures">{plainRange(range)}</span>
            <Unconfirmed on={unconfirmed} />
          </span>
        )}
      </div>
      <div className={css.flag}>{words && <Badge tone={flagTones[flag]}>{words}</Badge>}</div>
      {plain && <p className={css.meaning}>{plain.about}</p>}
      {said && <p className={css.said}>{said}</p>}
      {trend && trend.points.length > 1 ? (
        <Trend trend={trend} zone={zone} />
      ) : (
        trend && sayFirst && <p className={css.meaning}>First measurement.</p>
      )}
    </li>
  )
}
