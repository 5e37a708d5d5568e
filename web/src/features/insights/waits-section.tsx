import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type WaitingClass, waitingClasses, waitingClassLabels } from '#contract/ticket-states.ts'
import { translated } from '../../lib/translated.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Figure, Figures } from './figure.tsx'
import { toList } from './leads.tsx'
import { sayCount, sayLasting, sayShare } from './number-words.ts'
import { Drawings, Section } from './section.tsx'
import { daysOfWeek, shortDay } from './series-points.ts'
import type { Shown } from './shown.ts'

/** What ranges are made to hold, as `/accuracy` says it. */
const aim = 0.8

/** Whether the promised waits were kept. */
export function WaitsSection({ shown }: { shown: Shown }) {
  const { now, behind, series } = shown
  const { waits } = now
  const list = { ...behind, test: undefined, priority: undefined }
  return (
    <Section
      id="forecast"
      title={t`Wait forecast`}
      about={
        <Trans>
          Whether waits were within the promised range, for all tests and priorities. Published at{' '}
          <Link to="/accuracy">How accurate are our waiting times?</Link>
        </Trans>
      }
    >
      <Figures>
        <Figure
          name={t`Within the promise`}
          to={toList('waits', { ...list, came: 'within' })}
          kind="share"
          of={shown}
          read={({ waits }) => waits.within}
          better="more"
          note={t`target ${sayShare(aim)}; ${sayCount(waits.shown)} promised a wait, of ${sayCount(waits.called)} called`}
        />
        <Figure
          name={t`Longer than promised`}
          to={toList('waits', { ...list, came: 'longer' })}
          kind="share"
          of={shown}
          read={({ waits }) => waits.longer}
          better="less"
          note={t`one in ten is meant to`}
        />
        <Figure
          name={t`Mean width of the range`}
          to={toList('waits', list)}
          kind="minutes"
          of={shown}
          read={({ waits }) => waits.meanWidth}
          better="less"
        />
        <Figure
          name={t`Mean error`}
          to={toList('waits', list)}
          kind="minutes"
          of={shown}
          read={({ waits }) => waits.meanError}
          better="less"
          note={sayBias(waits.bias)}
        />
      </Figures>
      {waits.shown === 0 ? (
        <ChartEmpty title={t`Within the promise, by week`}>
          <Trans>Nobody who was promised a wait was called in this period.</Trans>
        </ChartEmpty>
      ) : (
        <Drawings>
          <LineChart
            title={t`Within the promise, by week`}
            place={t`Week`}
            names={{ now: t`Within the promise`, before: '' }}
            points={series.waits.map(({ week, within, shown }) => ({
              key: week,
              name: weekName(week, shown),
              short: shortDay(week),
              value: within,
              before: null,
              lead: toList('waits', { ...list, ...daysOfWeek(week, now) })(weekName(week, shown)),
            }))}
            say={sayShare}
            target={{ value: aim, name: t`Target ${sayShare(aim)}` }}
          />
          <Bars
            title={t`Within the promise, by who waits`}
            headers={[t`Who`, t`Within the promise`, t`Promised`]}
            most={1}
            target={{ value: aim, name: t`Target ${sayShare(aim)}` }}
            bars={waits.byClass.map((one) => ({
              key: one.class,
              label: toList('waits', {
                ...list,
                class: waitingClasses.find((name) => name === one.class),
              })(translated(waitingClassLabels[one.class as WaitingClass]) ?? one.class),
              value: one.within,
              said: sayShare(one.within),
              more: sayCount(one.shown),
            }))}
          />
        </Drawings>
      )}
    </Section>
  )
}

const weekName = (week: string, shown: number) =>
  t`Week of ${shortDay(week)} (${sayCount(shown)} promised a wait)`

function sayBias(bias: number | null): string {
  if (bias === null) return ''
  if (Math.abs(bias) < 0.5) return t`as often above as below`
  const size = sayLasting(Math.abs(bias))
  return bias > 0 ? t`people waited ${size} longer on average` : t`people waited ${size} shorter on average`
}
