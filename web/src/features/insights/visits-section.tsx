import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { priorityLabels } from '../../lib/priority-labels.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { Figure, Figures } from './figure.tsx'
import { toAppointments } from './leads.tsx'
import { sayCount } from './number-words.ts'
import { Drawings, Section } from './section.tsx'
import { pointsOf } from './series-points.ts'
import type { Shown } from './shown.ts'
import { capital } from './words.ts'

const mostTests = 12

/** How many come, and for what. */
export function VisitsSection({ shown }: { shown: Shown }) {
  const { now, was, before, appointments, series } = shown
  const tests = now.visits.byTest.toSorted((a, b) => b.count - a.count).slice(0, mostTests)
  return (
    <Section id="visits" title={t`Visits`} about={t`By the day of their time.`}>
      <Figures>
        <Figure
          name={t`Visits`}
          to={toAppointments(appointments)}
          kind="count"
          of={shown}
          read={({ visits }) => visits.all}
          note={now.visits.byPriority
            .map(({ priority, all }) => `${sayCount(all)} ${priorityLabels[priority].toLowerCase()}`)
            .join(', ')}
        >
          <Sparkline values={series.moments.map(({ visits }) => visits)} />
        </Figure>
        <Figure
          name={t`Attended`}
          to={toAppointments({ ...appointments, status: 'came' })}
          kind="count"
          of={shown}
          read={({ visits }) => visits.came}
          note={t`${sayCount(now.visits.booked)} still to come`}
        />
        <Figure
          name={t`Walk-ins`}
          to={toAppointments({ ...appointments, kind: 'walk_in' })}
          kind="count"
          of={shown}
          read={({ visits }) => visits.walkIns}
          note={t`arrived without an appointment`}
        />
        <Figure
          name={t`Cancelled`}
          to={toAppointments({ ...appointments, status: 'cancelled' })}
          kind="count"
          of={shown}
          read={({ visits }) => visits.cancelled}
          better="less"
        />
      </Figures>
      {now.visits.all === 0 ? (
        <ChartEmpty title={t`Visits by day`}>
          <Trans>Nobody was booked or came in this period. Choose a longer one, or fewer filters.</Trans>
        </ChartEmpty>
      ) : (
        <Drawings>
          <LineChart
            title={series.unit === 'week' ? t`Visits by week` : t`Visits by day`}
            place={series.unit === 'week' ? t`Week` : t`Day`}
            names={{ now: t`This period`, before: capital(before) }}
            points={pointsOf(
              shown,
              ({ visits }) => visits,
              (days) => toAppointments({ ...appointments, ...days }),
            )}
            say={sayCount}
            whole
          />
          <Bars
            title={t`Visits by test`}
            about={t`A visit for several tests counts for each; cancelled ones are left out.`}
            headers={[t`Test`, t`Visits`]}
            beforeName={capital(before)}
            bars={tests.map(({ test, count }) => ({
              key: test.code,
              label: toAppointments({ ...appointments, test: test.name })(test.name),
              value: count,
              said: sayCount(count),
              before: was.visits.byTest.find((one) => one.test.code === test.code)?.count ?? null,
            }))}
          />
        </Drawings>
      )}
    </Section>
  )
}
