import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReportContent } from '#contract/reports.ts'
import type { Trend as TrendData } from '#contract/trends.ts'
import { flagTones, type Reported } from '../../../lib/flag-tones.ts'
import { dayOf, sayDay } from '../../../lib/times.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { useNow } from '../../../ui/use-now.ts'
import { analyteWords } from './analyte-words.ts'
import { CulturePart } from './culture-part.tsx'
import { HowDone } from './how-done.tsx'
import { isUrgent, plainFlag, plainRange, plainSentence } from './plain-words.ts'
import { RangeBar } from './range-bar.tsx'
import {
  countsOf,
  isAsUsual,
  isFlagged,
  plainName,
  resultsOf,
  sayChanges,
  sayCounts,
} from './report-summary.ts'
import { SaidBeside } from './said-beside.tsx'
import { Trend } from './trend.tsx'
import { Unconfirmed, UnconfirmedNote } from './unconfirmed.tsx'

type Tested = ReportContent['tests'][number]
type TrendOf = (result: Reported) => TrendData | undefined

/** Up to this number, the unflagged results of a report are not folded. */
const mostUnfolded = 6

/** A report for the person it is about: what it says as a whole, the flagged results, then each test with its usual results folded. */
export function ReportTests({
  report,
  trends,
}: {
  report: ReportContent
  /** Undefined while they are not there yet. */
  trends: readonly TrendData[] | undefined
}) {
  const zone = report.timeZone
  const results = resultsOf(report)
  const trendOf: TrendOf = ({ code }) => trends?.find((trend) => trend.code === code)
  const flagged = report.tests
    .flatMap((test) => test.results.filter(isFlagged).map((result) => ({ test, result })))
    .sort((a, b) => Number(isUrgent(b.result)) - Number(isUrgent(a.result)))
  const folds = results.length - flagged.length > mostUnfolded
  return (
    <>
      <Summary report={report} trends={trends} />
      {flagged.length > 0 && (
        <Card className="mb-6" aria-labelledby="flagged">
          <h2 id="flagged" className="text-l">
            <Trans>To discuss</Trans>
          </h2>
          <ul className="mt-4">
            {flagged.map(({ test, result }) => (
              <Result
                key={`${test.accession} ${result.code}`}
                result={result}
                of={report.tests.length > 1 ? test.name : undefined}
                trend={trendOf(result)}
                zone={zone}
              />
            ))}
          </ul>
        </Card>
      )}
      {report.tests.map((test) => (
        <Test
          key={`${test.accession} ${test.name}`}
          test={test}
          trendOf={trendOf}
          zone={zone}
          folds={folds}
        />
      ))}
      {report.comment !== '' && (
        <Card className="mb-6" aria-labelledby="report-comment">
          <h2 id="report-comment" className="text-l">
            <Trans>Comment</Trans>
          </h2>
          <p>{report.comment}</p>
        </Card>
      )}
      <UnconfirmedNote results={results} />
    </>
  )
}

/** How many values are as usual, and what changed since the last time. */
function Summary({ report, trends }: { report: ReportContent; trends: readonly TrendData[] | undefined }) {
  const today = dayOf(useNow(), report.timeZone)
  const counts = countsOf(resultsOf(report))
  const said = sayCounts(counts)
  const changes = trends && sayChanges(trends, (at) => sayDay(dayOf(at, report.timeZone), today))
  if (said === '') return null
  return (
    <div className="mb-6">
      {/* Without a usual value, the heading of the flagged values says the same. */}
      {counts.usual > 0 && (
        <p
          className="font-650 text-leaf-ink text-xl data-flagged:text-agar-ink"
          data-flagged={counts.flagged > 0 || undefined}
        >
          {said}
        </p>
      )}
      {trends && trends.length > 0 && (
        <p className="hint mt-1">
          {changes ??
            t`These are the first measurements of this kind here. The next ones will show how they change.`}
        </p>
      )}
    </div>
  )
}

function Test({
  test,
  trendOf,
  zone,
  folds,
}: {
  test: Tested
  trendOf: TrendOf
  zone: string
  folds: boolean
}) {
  const { name, specimen, collectedAt, releasedAt, releasedBy, byRule, rejected, withdrawn, correction } =
    test
  const others = test.results.filter((result) => !isFlagged(result))
  // A corrected value must be seen: its reader may know the wrong one.
  const asUsual = folds ? others.filter((result) => isAsUsual(result) && result.before === null) : []
  const plain = others.filter((result) => !asUsual.includes(result))
  const listOf = (results: readonly Reported[]) => (
    <ul className="mt-4">
      {results.map((result) => (
        <Result key={result.code} result={result} trend={trendOf(result)} zone={zone} />
      ))}
    </ul>
  )
  return (
    <Card className="mb-6" aria-label={name}>
      <h2 className="text-l">{name}</h2>
      <p className="hint mt-1">
        <Trans>
          {specimen}, taken {collectedAt}.
        </Trans>{' '}
        {!withdrawn &&
          (byRule
            ? t`Released ${releasedAt} automatically by the rule ${releasedBy}.`
            : t`Released ${releasedAt} by ${releasedBy}.`)}
      </p>
      <HowDone test={test} />
      {rejected.length > 0 && <p className="hint mt-1">{sayRejected(rejected)}</p>}
      {withdrawn && (
        <Notice kind="error" className="mt-4">
          <p>
            <Trans>
              <strong>The laboratory has withdrawn these results.</strong> Do not rely on what you have seen
              or printed of them before.
            </Trans>
          </p>
          <p>
            <Trans>Reason: {withdrawn.reason}</Trans>
          </p>
        </Notice>
      )}
      {correction && (
        <Notice kind="warning" className="mt-4">
          <p>
            <Trans>
              <strong>These results were corrected.</strong> Reason: {correction.reason}
            </Trans>
          </p>
        </Notice>
      )}
      {test.culture && <CulturePart culture={test.culture} />}
      <SaidBeside test={test} />
      {plain.length > 0 && listOf(plain)}
      {asUsual.length > 0 && (
        <details className="mt-4 border-t [&>summary]:min-h-target [&>summary]:cursor-pointer [&>summary]:py-3 [&>ul]:mt-0">
          <summary>
            <Badge tone="ok">{sayCounts({ usual: asUsual.length, flagged: 0 })}</Badge>
            <span className="hint ms-3 [summary:hover_&]:underline">{asUsual.map(plainName).join(', ')}</span>
          </summary>
          {listOf(asUsual)}
        </details>
      )}
    </Card>
  )
}

function sayRejected(rejected: Tested['rejected']): string {
  const reasons = rejected.map(({ reason }) => reason).join('; ')
  return plural(rejected.length, {
    one: t`An earlier sample was not fit to be tested (${reasons}), so another was taken.`,
    other: t`Earlier samples were not fit to be tested (${reasons}), so another was taken.`,
  })
}

function Result({
  result,
  of,
  trend,
  zone,
}: {
  result: Reported
  /** The test, where results of several tests are listed together. */
  of?: string | undefined
  trend: TrendData | undefined
  zone: string
}) {
  const { code, name, value, unit, range, flag, number, low, high, before, unconfirmed, birthNeeded } = result
  const plain = analyteWords(code)
  const said = plainSentence(result)
  const words = plainFlag(result)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1fr)_200px] items-start gap-x-4 gap-y-1 border-t py-3 max-md:grid-cols-[minmax(0,1fr)_fit-content(50%)]">
      <div>
        <div className="font-550">{plainName(result)}</div>
        {plain?.name && <div className="hint">{name}</div>}
        {of && <div className="hint">{of}</div>}
      </div>
      <div className="wrap-anywhere font-650 text-l leading-tight max-md:text-end">
        <span className="figures">{value || t`Not recorded`}</span>{' '}
        {unit && <span className="hint font-400">{unit}</span>}
        {before !== null && (
          <p className="hint font-400">
            <Trans>
              Corrected. Before: <del className="figures">{before}</del> {unit}
            </Trans>
          </p>
        )}
      </div>
      <div>
        {number !== null && (low !== null || high !== null) && (
          <RangeBar low={low} high={high} at={number} unconfirmed={unconfirmed} />
        )}
        {birthNeeded && (
          <span className="hint">
            <Trans>
              No usual range: it depends on the exact date of birth, which the laboratory does not know.
            </Trans>
          </span>
        )}
        {range && (
          <span className="hint">
            <Trans>
              Usual: <span className="figures">{plainRange(range)}</span>
            </Trans>
            <Unconfirmed on={unconfirmed} />
          </span>
        )}
      </div>
      <div className="justify-self-end">{words && <Badge tone={flagTones[flag]}>{words}</Badge>}</div>
      {plain && <p className="hint col-span-full max-w-[68ch]">{plain.about}</p>}
      {said && <p className="col-span-full max-w-[68ch]">{said}</p>}
      {trend && <Trend trend={trend} zone={zone} open={isFlagged(result)} />}
    </li>
  )
}
