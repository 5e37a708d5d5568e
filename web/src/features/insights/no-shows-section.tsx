import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Figures as AllFigures } from '#contract/insights.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Figure, Figures } from './figure.tsx'
import { toAppointments } from './leads.tsx'
import { sayCount, sayShare } from './number-words.ts'
import { Drawings, Section } from './section.tsx'
import { pointsOf } from './series-points.ts'
import type { Shown } from './shown.ts'
import { capital } from './words.ts'

/** Who was expected and did not come. */
export function NoShowsSection({ shown }: { shown: Shown }) {
  const { now, was, before, appointments, series } = shown
  const missed = { ...appointments, status: 'no_show' as const }
  const tests = now.visits.byTest
    .filter(({ noShow }) => noShow > 0)
    .toSorted((a, b) => b.noShow - a.noShow)
    .slice(0, 8)
  return (
    <Section
      id="no-shows"
      title={t`No-shows`}
      about={t`Of appointments that were neither cancelled nor are still to come; walk-ins are left out.`}
    >
      <Figures>
        <NoShowFigure shown={shown} />
        <Figure
          name={t`No-shows`}
          to={toAppointments(missed)}
          kind="count"
          of={shown}
          read={({ visits }) => visits.noShow}
          better="less"
        />
      </Figures>
      {now.visits.noShow === 0 ? (
        <ChartEmpty title={t`No-shows by day`}>
          <Trans>Everybody who was expected in this period came.</Trans>
        </ChartEmpty>
      ) : (
        <Drawings>
          <LineChart
            title={series.unit === 'week' ? t`No-shows by week` : t`No-shows by day`}
            place={series.unit === 'week' ? t`Week` : t`Day`}
            names={{ now: t`This period`, before: capital(before) }}
            points={pointsOf(
              shown,
              ({ noShow }) => noShow,
              (days) => toAppointments({ ...missed, ...days }),
            )}
            say={sayCount}
            whole
          />
          <Bars
            title={t`No-shows by test`}
            headers={[t`Test`, t`No-shows`, t`Of`]}
            beforeName={capital(before)}
            bars={tests.map(({ test, noShow, count }) => ({
              key: test.code,
              label: toAppointments({ ...missed, test: test.name })(test.name),
              value: noShow,
              said: sayCount(noShow),
              before: testOf(was, test.code)?.noShow ?? null,
              more: `${sayCount(count)} (${sayShare(noShow / count)})`,
            }))}
          />
        </Drawings>
      )}
    </Section>
  )
}

const testOf = ({ visits }: AllFigures, code: string) => visits.byTest.find(({ test }) => test.code === code)

export function NoShowFigure({ shown }: { shown: Shown }) {
  const missed = { ...shown.appointments, status: 'no_show' as const }
  return (
    <Figure
      name={t`No-show rate`}
      to={toAppointments(missed)}
      kind="share"
      of={shown}
      read={({ visits }) => visits.noShowShare}
      better="less"
    />
  )
}
