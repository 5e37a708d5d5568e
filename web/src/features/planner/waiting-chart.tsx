import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Plan, Span } from '#simulation/laboratory/plan.ts'
import { LineKey } from '../../ui/charts/line-chart.tsx'
import { useWidth } from '../../ui/use-size.ts'
import { areaOf, lineOf, type Shape, shapeOf, xAt, yAt } from './chart-shape.ts'
import { sayMinute } from './minute-words.ts'
import { collects } from './plan-changes.ts'
import { type Played, quarter } from './play-days.ts'

/** People waiting over the day, both ways. What it shows is in the table under it as well. */
export function WaitingChart({
  before,
  after,
  plans,
}: {
  before: Played
  after: Played | null
  plans: { before: Plan; after: Plan }
}) {
  const [ref, width] = useWidth<HTMLDivElement>()
  const shape = shapeOf(width, after ? [before, after] : [before], worksOf(Object.values(plans)))
  return (
    <figure className="mb-6 [&_svg]:block print:[&_svg]:h-auto print:[&_svg]:w-full">
      <div ref={ref}>
        <svg
          width={width}
          height={shape.height}
          viewBox={`0 0 ${width} ${shape.height}`}
          role="img"
          aria-label={sayChart(before, after)}
        >
          <Grid shape={shape} />
          <polygon className="fill-line-strong opacity-16" points={areaOf(shape, before.waiting)} />
          {after && <polygon className="fill-vial opacity-18" points={areaOf(shape, after.waiting)} />}
          <polyline
            className="fill-none stroke-2 stroke-ink-soft [stroke-dasharray:6_4]"
            points={lineOf(shape, before.waiting)}
          />
          {after && (
            <polyline className="fill-none stroke-[2.5] stroke-vial" points={lineOf(shape, after.waiting)} />
          )}
        </svg>
      </div>
      <figcaption className="hint mt-2 flex flex-wrap gap-x-4 gap-y-1">
        <LineKey line="fill-none stroke-2 stroke-ink-soft [stroke-dasharray:6_4]">
          <Trans>As it was</Trans>
        </LineKey>
        {after && (
          <LineKey line="fill-none stroke-vial stroke-[2.5]">
            <Trans>As changed</Trans>
          </LineKey>
        )}
        <span>
          <Trans>People waiting; shaded, what eight of ten days lie between.</Trans>
        </span>
      </figcaption>
    </figure>
  )
}

function Grid({ shape }: { shape: Shape }) {
  const { hours, most, width, height } = shape
  const step = (hours.until - hours.from) * 34 > width ? 2 : 1
  const marks = Array.from({ length: hours.until - hours.from + 1 }, (_, index) => hours.from + index)
  return (
    <g>
      {[0, most / 2, most].map((people) => (
        <g key={people}>
          <line
            className="stroke-line"
            x1={xAt(shape, hours.from * 60)}
            x2={xAt(shape, hours.until * 60)}
            y1={yAt(shape, people)}
            y2={yAt(shape, people)}
          />
          <text className="chart-text" x={28} y={yAt(shape, people)} textAnchor="end" dy="0.35em">
            {people}
          </text>
        </g>
      ))}
      {marks
        .filter((_, index) => index % step === 0)
        .map((hour) => (
          <text
            key={hour}
            className="chart-text"
            x={Math.min(width - 10, xAt(shape, hour * 60))}
            y={height - 6}
            textAnchor="middle"
          >
            {hour}
          </text>
        ))}
    </g>
  )
}

function worksOf(plans: readonly Plan[]): Span {
  const shifts = plans.flatMap(({ staff }) => staff.filter(collects).flatMap((one) => one.shifts))
  if (shifts.length === 0) return { from: 480, until: 960 }
  return {
    from: Math.min(...shifts.map(({ from }) => from)),
    until: Math.max(...shifts.map(({ until }) => until)),
  }
}

function sayChart(before: Played, after: Played | null): string {
  const peak = ({ waiting }: Played) => {
    const most = Math.max(...waiting.map(({ median }) => median))
    const index = waiting.findIndex(({ median }) => median === most)
    return t`at most ${Math.round(most)} at about ${sayMinute(index * quarter)}`
  }
  const [was, changed] = [peak(before), after && peak(after)]
  return changed
    ? t`People waiting over the day: as it was ${was}; as changed ${changed}. The table below has every hour.`
    : t`People waiting over the day: as it was ${was}. The table below has every hour.`
}
