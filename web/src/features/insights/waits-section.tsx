import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type WaitingClass, waitingClasses, waitingClassLabels } from '#contract/ticket-states.ts'
import { translated } from '../../lib/translated.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Figure, Figures } from './figure.tsx'
import { sayCount, sayLasting, sayShare } from './number-words.ts'
import { Drawings, Section } from './section.tsx'
import { daysOfWeek, shortDay } from './series-points.ts'
import type { Shown } from './shown.ts'

/** What ranges are made to hold, as `/accuracy` says it. */
const aim = 0.8

/** Whether the promised waits were kept. */
export function WaitsSection({ shown }: { shown: Shown }) {
  const { now, was, before, behind, series } = shown
  const { waits } = now
  const list = { ...behind, test: undefined, priority: undefined }
  return (
    <Section
      id="forecast"
      title={t`Wait forecast`}
      about={
        <Trans>
          Whether people waited as long as promised; of all tests and priorities. Published at{' '}
          <Link to="/accuracy">Are our waiting times true?</Link>
        </Trans>
      }
    >
      <Figures>
        <Figure
          label={
            <Link to="/manager-dashboard/insights/waits" search={{ ...list, came: 'within' }}>
              <Trans>Within the promise</Trans>
            </Link>
          }
          kind="share"
          value={waits.within}
          was={was.waits.within}
          before={before}
          better="more"
          note={t`aim ${sayShare(aim)}; ${sayCount(waits.shown)} promised a wait, of ${sayCount(waits.called)} called`}
        />
        <Figure
          label={
            <Link to="/manager-dashboard/insights/waits" search={{ ...list, came: 'longer' }}>
              <Trans>Longer than promised</Trans>
            </Link>
          }
          kind="share"
          value={waits.longer}
          was={was.waits.longer}
          before={before}
          better="less"
          note={t`one in ten is meant to`}
        />
        <Figure
          label={
            <Link to="/manager-dashboard/insights/waits" search={list}>
              <Trans>Mean width of the range</Trans>
            </Link>
          }
          kind="minutes"
          value={waits.meanWidth}
          was={was.waits.meanWidth}
          before={before}
          better="less"
        />
        <Figure
          label={
            <Link to="/manager-dashboard/insights/waits" search={list}>
              <Trans>Mean error</Trans>
            </Link>
          }
          kind="minutes"
          value={waits.meanError}
          was={was.waits.meanError}
          before={before}
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
              lead: (
                <Link to="/manager-dashboard/insights/waits" search={{ ...list, ...daysOfWeek(week, now) }}>
                  {weekName(week, shown)}
                </Link>
              ),
            }))}
            say={sayShare}
            target={{ value: aim, name: t`Aim ${sayShare(aim)}` }}
          />
          <Bars
            title={t`Within the promise, by who waits`}
            headers={[t`Who`, t`Within the promise`, t`Promised`]}
            most={1}
            target={{ value: aim, name: t`Aim ${sayShare(aim)}` }}
            bars={waits.byClass.map((one) => ({
              key: one.class,
              label: (
                <Link
                  to="/manager-dashboard/insights/waits"
                  search={{ ...list, class: waitingClasses.find((name) => name === one.class) }}
                >
                  {translated(waitingClassLabels[one.class as WaitingClass]) ?? one.class}
                </Link>
              ),
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
