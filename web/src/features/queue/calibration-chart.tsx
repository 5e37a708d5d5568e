import { plural, t } from '@lingui/core/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { WaitPromise, waitAccuracy } from '#contract/queue-accuracy.ts'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { ReliabilityChart } from '../../ui/charts/reliability-chart.tsx'

type Answer = ResponseOf<typeof waitAccuracy>

const title = t`How often each promise was kept`

const promiseNames: Readonly<Record<WaitPromise, string>> = {
  low: t`At most the low end of the forecast`,
  middle: t`At most the middle of the forecast`,
  range: t`Within the range that was told`,
  high: t`At most the high end of the forecast`,
}

/** A reliability diagram of the wait forecast: the share of waits for which each promise held, against the share intended. */
export function CalibrationChart({ data: { calibration, overall, enough } }: { data: Answer }) {
  const points = calibration.flatMap(({ promise, nominal, count, share, least, most }) =>
    share === null || least === null || most === null
      ? []
      : [
          {
            key: promise,
            name: promiseNames[promise],
            nominal,
            observed: share,
            least,
            most,
            count,
            other: promise === 'range',
          },
        ],
  )
  if (overall.shown < enough || points.length === 0) {
    return (
      <ChartEmpty title={title}>
        {plural(overall.shown, {
          one: t`This chart is drawn once ${enough} people have been told a range and called; so far # was.`,
          other: t`This chart is drawn once ${enough} people have been told a range and called; so far # were.`,
        })}
      </ChartEmpty>
    )
  }
  return (
    <div className="max-w-160">
      <ReliabilityChart
        title={title}
        about={t`Each point is a promise about the wait. On the dashed line, the promise was kept as often as intended; above the line, more often; below it, less often. Low end, middle and high end are those of the forecast as computed. The range is the one that was told: corrected for earlier errors, in steps of five minutes.`}
        points={points}
        names={{
          x: t`Intended share of waits`,
          y: t`Kept`,
          diagonal: t`Kept as often as intended`,
          point: t`Forecast as computed`,
          other: t`Range that was told`,
          interval: t`95 % confidence interval`,
        }}
        headers={[t`Promise`, t`Intended`, t`Kept`, '95 % confidence', t`Waits`]}
      />
    </div>
  )
}
