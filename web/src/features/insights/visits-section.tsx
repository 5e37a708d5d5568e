import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { priorityLabels } from '../../lib/priority-labels.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { Figure, Figures } from './figure.tsx'
import { ToAppointments } from './leads.tsx'
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
          label={
            <ToAppointments search={appointments}>
              <Trans>Visits</Trans>
            </ToAppointments>
          }
          kind="count"
          value={now.visits.all}
          was={was.visits.all}
          before={before}
          note={now.visits.byPriority
            .map(({ priority, all }) => `${sayCount(all)} ${priorityLabels[priority].toLowerCase()}`)
            .join(', ')}
        >
          <Sparkline values={series.moments.map(({ visits }) => visits)} />
        </Figure>
        <Figure
          label={
            <ToAppointments search={{ ...appointments, status: 'came' }}>
              <Trans>Came</Trans>
            </ToAppointments>
          }
          kind="count"
          value={now.visits.came}
          was={was.visits.came}
          before={before}
          note={t`${sayCount(now.visits.booked)} still to come`}
        />
        <Figure
          label={
            <ToAppointments search={{ ...appointments, kind: 'walk_in' }}>
              <Trans>Walk-ins</Trans>
            </ToAppointments>
          }
          kind="count"
          value={now.visits.walkIns}
          was={was.visits.walkIns}
          before={before}
          note={t`came without an appointment`}
        />
        <Figure
          label={
            <ToAppointments search={{ ...appointments, status: 'cancelled' }}>
              <Trans>Cancelled</Trans>
            </ToAppointments>
          }
          kind="count"
          value={now.visits.cancelled}
          was={was.visits.cancelled}
          before={before}
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
              (days, name) => <ToAppointments search={{ ...appointments, ...days }}>{name}</ToAppointments>,
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
              label: (
                <ToAppointments search={{ ...appointments, test: test.name }}>{test.name}</ToAppointments>
              ),
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
