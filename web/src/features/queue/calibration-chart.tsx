import type { ResponseOf } from '#contract/endpoint.ts'
import type { WaitPromise, waitAccuracy } from '#contract/queue-accuracy.ts'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { ReliabilityChart } from '../../ui/charts/reliability-chart.tsx'
import css from './accuracy-screen.module.css'

type Answer = ResponseOf<typeof waitAccuracy>

const title = 'How often each promise was kept'

const promiseNames: Readonly<Record<WaitPromise, string>> = {
  low: 'No longer than the low end of the forecast',
  middle: 'No longer than its middle',
  range: 'Within the range that was told',
  high: 'No longer than its high end',
}

/** Whether what is promised to so many of ten people came true for so many: a reliability diagram. */
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
  if (overall.told < enough || points.length === 0) {
    return (
      <ChartEmpty title={title}>
        {`This chart is drawn once ${enough} people have been told a range and called; so far ${overall.told} ${overall.told === 1 ? 'was' : 'were'}.`}
      </ChartEmpty>
    )
  }
  return (
    <div className={css.chart}>
      <ReliabilityChart
        title={title}
        about="Each point is a promise about the wait. On the dashed line, it was kept as often as it was made for; above it, more often; below it, less often. The ends of the forecast are as they were computed; the range is as it was told, corrected by earlier misses and in steps of five minutes."
        points={points}
        names={{
          x: 'Promised to this share of people',
          y: 'Kept',
          diagonal: 'Kept as promised',
          point: 'End of the forecast',
          other: 'Range that was told',
          interval: '95 % confidence, from the count',
        }}
        headers={['Promise', 'Promised', 'Kept', '95 % confidence', 'Waits']}
      />
    </div>
  )
}
