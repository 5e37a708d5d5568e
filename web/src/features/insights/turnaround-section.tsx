import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { type Step, steps, stepWords, type Turnaround, urgentTarget } from '#contract/insights.ts'
import { priorityLabels } from '../../lib/priority-labels.ts'
import { translated } from '../../lib/translated.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { StackedBars } from '../../ui/charts/stacked-bars.tsx'
import { InTurns } from '../../ui/in-turns.tsx'
import { Figure, Figures } from './figure.tsx'
import { toList } from './leads.tsx'
import { sayCount, sayLasting, sayShare } from './number-words.ts'
import { Drawings, Section } from './section.tsx'
import { pointsOf } from './series-points.ts'
import type { Shown } from './shown.ts'
import { TurnaroundCells } from './turnaround-cells.tsx'
import { capital, lower } from './words.ts'

/** More would not be read; the list behind has them all. */
const mostTests = 12

const stepNames = steps.map((step) => translated(stepWords[step].label))
const stepsAbout = steps
  .map((step) => `${translated(stepWords[step].label)}: ${lower(translated(stepWords[step].about))}`)
  .join('; ')

/** How long results take, against what was promised, and where the time goes. */
export function TurnaroundSection({ shown }: { shown: Shown }) {
  const { now, behind } = shown
  return (
    <Section id="turnaround" title={t`Turnaround`} about={t`From the sample to the release of its result.`}>
      <Figures>
        <MedianFigure shown={shown} />
        <Figure
          name={t`90th percentile`}
          to={toList('tasks', behind)}
          kind="minutes"
          of={shown}
          read={({ turnaround }) => turnaround.total.p90}
          better="less"
          note={t`nine of ten took no longer`}
        />
        <InTimeFigure shown={shown} />
        <Figure
          name={t`Urgent in time`}
          to={toList('tasks', { ...behind, priority: 'high' })}
          kind="share"
          of={shown}
          read={({ turnaround }) =>
            turnaround.byPriority.find(({ priority }) => priority === 'high')?.share ?? null
          }
          better="more"
          note={t`target ${sayShare(urgentTarget.share)} within ${urgentTarget.minutes} min`}
        />
      </Figures>
      {now.turnaround.released === 0 ? (
        <ChartEmpty title={t`Released in time`}>
          <Trans>
            Nothing was released in this period. Times appear here with the first released result.
          </Trans>
        </ChartEmpty>
      ) : (
        <TurnaroundDrawings shown={shown} />
      )}
    </Section>
  )
}

function TurnaroundDrawings({ shown }: { shown: Shown }) {
  const { now, was, behind, before } = shown
  const tests = now.turnaround.byTest.toSorted((a, b) => b.released - a.released).slice(0, mostTests)
  const more = now.turnaround.byTest.length - tests.length
  const testLink = (name: string) => toList('tasks', { ...behind, test: name })(name)
  return (
    <InTurns waiting={null}>
      <Drawings>
        <LineChart
          title={t`Released in time`}
          about={t`Of all tests, the share released by the time promised at the collection.`}
          place={shown.series.unit === 'week' ? t`Week` : t`Day`}
          names={{ now: t`This period`, before: capital(before) }}
          points={pointsOf(
            shown,
            ({ released, inTime }) => (released === 0 ? null : inTime / released),
            (days) => toList('tasks', { ...behind, ...days }),
          )}
          say={sayShare}
        />
        <StackedBars
          title={t`Where the time goes, by priority`}
          about={t`Medians of each step. ${stepsAbout}.`}
          nameOf={t`Priority`}
          partNames={stepNames}
          totalName={t`Sample to release`}
          say={sayLasting}
          stacks={[
            {
              key: 'all',
              name: t`All`,
              parts: partsOf(now.turnaround),
              total: sayLasting(now.turnaround.total.median),
            },
            ...now.turnaround.byPriority.map((one) => ({
              key: one.priority,
              name: priorityLabels[one.priority],
              label: toList('tasks', { ...behind, priority: one.priority })(priorityLabels[one.priority]),
              parts: partsOf(one),
              total: sayLasting(one.total.median),
            })),
          ]}
        />
      </Drawings>
      <Drawings>
        <Bars
          title={t`In time, by test`}
          about={more > 0 ? t`The ${mostTests} most frequent of ${tests.length + more}.` : undefined}
          headers={[t`Test`, t`In time`, t`Median / target`]}
          most={1}
          beforeName={capital(before)}
          bars={tests.map((one) => ({
            key: one.test.code,
            label: testLink(one.test.name),
            value: one.share,
            said: sayShare(one.share),
            before: was.turnaround.byTest.find(({ test }) => test.code === one.test.code)?.share ?? null,
            more: `${sayLasting(one.total.median)} / ${sayLasting(one.targetMinutes)}`,
          }))}
        />
        <StackedBars
          title={t`Where the time goes, by test`}
          about={more > 0 ? t`The ${mostTests} most frequent of ${tests.length + more}.` : undefined}
          nameOf={t`Test`}
          partNames={stepNames}
          totalName={t`Sample to release`}
          say={sayLasting}
          stacks={tests.map((one) => ({
            key: one.test.code,
            name: one.test.name,
            label: testLink(one.test.name),
            parts: partsOf(one),
            total: sayLasting(one.total.median),
          }))}
        />
      </Drawings>
      <TurnaroundCells shown={shown} />
    </InTurns>
  )
}

const partsOf = (turnaround: Pick<Turnaround, 'steps'>) =>
  steps.map((step: Step) => turnaround.steps[step].median)

export function MedianFigure({ shown }: { shown: Shown }) {
  const { now, behind } = shown
  return (
    <Figure
      name={t`Median turnaround`}
      to={toList('tasks', behind)}
      kind="minutes"
      of={shown}
      read={({ turnaround }) => turnaround.total.median}
      better="less"
      note={t`of ${sayCount(now.turnaround.total.count)} tests`}
    />
  )
}

export function InTimeFigure({ shown }: { shown: Shown }) {
  const { now, behind } = shown
  return (
    <Figure
      name={t`Released in time`}
      to={toList('tasks', { ...behind, late: 'true' })}
      kind="share"
      of={shown}
      read={({ turnaround }) => turnaround.share}
      better="more"
      note={t`${sayCount(now.turnaround.released - now.turnaround.inTime)} late of ${sayCount(now.turnaround.released)}`}
    >
      <Sparkline
        values={shown.series.moments.map(({ released, inTime }) =>
          released === 0 ? null : inTime / released,
        )}
      />
    </Figure>
  )
}
