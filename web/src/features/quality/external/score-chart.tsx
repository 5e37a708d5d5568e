import { t } from '@lingui/core/macro'
import type { EqaScore } from '#contract/eqa.ts'
import { sayNumber } from '../../../lib/locale.ts'
import { shortDay } from '../../../lib/times.ts'
import { ChartEmpty, ChartFigure } from '../../../ui/charts/chart-figure.tsx'
import { useWidth } from '../../../ui/use-size.ts'
import { frameOf, xOf, yOf } from '../chart-geometry.ts'
import { ChartMark, type Mark } from '../chart-mark.tsx'
import { sayScore, verdictWords } from './eqa-words.ts'

const limits = [3, 2, 0, -2, -3]
const lineOf = (limit: number) =>
  ['stroke-ink stroke-[1.5]', '', 'stroke-agar-ink [stroke-dasharray:6_4]', 'stroke-carmine'][Math.abs(limit)]
const markOf: Readonly<Record<EqaScore['verdict'], Mark>> = {
  acceptable: 'in',
  warning: 'warning',
  failed: 'rejected',
}

/** The z scores of an analyte, oldest first, between the limits of warning and failure. */
export function ScoreChart({ analyte, scores }: { analyte: string; scores: readonly EqaScore[] }) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const numbers = scores.flatMap((score) => (score.z === null ? [] : [{ ...score, z: score.z }])).toReversed()
  const title = t`z scores of ${analyte}`
  if (numbers.length === 0)
    return <ChartEmpty title={title}>{t`The results of this analyte have no z scores.`}</ChartEmpty>
  const frame = frameOf(width)
  const end = frame.width - frame.right
  const at = (index: number) => xOf(frame, index, numbers.length)
  return (
    <ChartFigure
      title={title}
      table={{
        headers: [t`Round and sample`, t`Sent`, t`z score`, t`Assessment`],
        rows: numbers.map(({ id, round, sample, sentOn, z, verdict }) => ({
          key: id,
          cells: [t`${round}, ${sample}`, shortDay(sentOn), sayScore(z), verdictWords[verdict].label],
        })),
      }}
      legend={(['acceptable', 'warning', 'failed'] as const).map((verdict) => (
        <span key={verdict} className="inline-flex items-center gap-1">
          <svg width="20" height="20" viewBox="-10 -10 20 20" aria-hidden="true">
            <ChartMark mark={markOf[verdict]} />
          </svg>
          {verdictWords[verdict].label}
        </span>
      ))}
    >
      <div ref={ref} className="min-w-0">
        <svg
          width={width}
          height={frame.height}
          viewBox={`0 0 ${width} ${frame.height}`}
          aria-hidden="true"
          className="block print:h-auto print:w-full"
        >
          {limits.map((limit) => (
            <g key={limit}>
              <line
                className={lineOf(limit) ?? ''}
                x1={frame.left}
                x2={end}
                y1={yOf(frame, limit)}
                y2={yOf(frame, limit)}
              />
              <text
                className="chart-text"
                x={frame.left - 6}
                y={yOf(frame, limit)}
                textAnchor="end"
                dy="0.35em"
              >
                {sayNumber(limit, { signDisplay: 'exceptZero' })}
              </text>
            </g>
          ))}
          <polyline
            className="fill-none stroke-[1.25] stroke-ink-soft"
            points={numbers.map(({ z }, index) => `${at(index)},${yOf(frame, z)}`).join(' ')}
          />
          {numbers.map(({ id, z, verdict }, index) => (
            <g key={id} transform={`translate(${at(index)} ${yOf(frame, z)})`}>
              <ChartMark mark={markOf[verdict]} />
            </g>
          ))}
        </svg>
      </div>
    </ChartFigure>
  )
}
