import type { ResponseOf } from '#contract/endpoint.ts'
import type { WaitPromise, waitAccuracy } from '#contract/queue-accuracy.ts'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { ReliabilityChart } from '../../ui/charts/reliability-chart.tsx'

type Answer = ResponseOf<typeof waitAccuracy>

const title = 'How often each promise was kept'

const promiseNames: Readonly<Record<WaitPromise, string>> = {
  low: 'At most the low end of the forecast',
  middle: 'At most the middle of the forecast',
  range: 'Within the range that was told',
  high: 'At most the high end of the forecast',
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
        {`This chart is drawn once ${enough} people have been told a range and called; so far ${overall.shown} ${overall.shown === 1 ? 'was' : 'were'}.`}
      </ChartEmpty>
    )
  }
  return (
    <div className="max-w-160">
      <ReliabilityChart
        title={title}
        about="Each point is a promise about the wait. On the dashed line, the promise was kept as often as intended; above the line, more often; below it, less often. Low end, middle and high end are those of the forecast as computed. The range is the one that was told: corrected for earlier errors, in steps of five minutes."
        points={points}
        names={{
          x: 'Intended share of waits',
          y: 'Kept',
          diagonal: 'Kept as often as intended',
          point: 'Forecast as computed',
          other: 'Range that was told',
          interval: '95 % confidence interval',
        }}
        headers={['Promise', 'Intended', 'Kept', '95 % confidence', 'Waits']}
      />
    </div>
  )
}
