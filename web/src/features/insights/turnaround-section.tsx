import { Link } from '@tanstack/react-router'
import { type Step, steps, stepWords, type Turnaround, urgentTarget } from '#contract/insights.ts'
import { priorityLabels } from '../../lib/priority-labels.ts'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { Sparkline } from '../../ui/charts/sparkline.tsx'
import { StackedBars } from '../../ui/charts/stacked-bars.tsx'
import { Figure, Figures } from './figure.tsx'
import { sayCount, sayLasting, sayShare } from './number-words.ts'
import { Drawings, Section } from './section.tsx'
import { pointsOf } from './series-points.ts'
import type { Shown } from './shown.ts'
import { TurnaroundCells } from './turnaround-cells.tsx'
import { capital, lower } from './words.ts'

/** More would not be read; the list behind has them all. */
const mostTests = 12

const stepNames = steps.map((step) => stepWords[step].label)
const stepsAbout = steps.map((step) => `${stepWords[step].label}: ${lower(stepWords[step].about)}`).join('; ')

/** How long results take, against what was promised, and where the time goes. */
export function TurnaroundSection({ shown }: { shown: Shown }) {
  const { now, was, before, behind } = shown
  const urgent = now.turnaround.byPriority.find(({ priority }) => priority === 'high')
  const urgentBefore = was.turnaround.byPriority.find(({ priority }) => priority === 'high')
  return (
    <Section id="turnaround" title="Turnaround" about="From the sample to the release of its result.">
      <Figures>
        <MedianFigure shown={shown} />
        <Figure
          label={
            <Link to="/manager-dashboard/insights/tasks" search={behind}>
              90th percentile
            </Link>
          }
          kind="minutes"
          value={now.turnaround.total.p90}
          was={was.turnaround.total.p90}
          before={before}
          better="less"
          note="nine of ten took no longer"
        />
        <InTimeFigure shown={shown} />
        <Figure
          label={
            <Link to="/manager-dashboard/insights/tasks" search={{ ...behind, priority: 'high' }}>
              Urgent in time
            </Link>
          }
          kind="share"
          value={urgent?.share ?? null}
          was={urgentBefore?.share ?? null}
          before={before}
          better="more"
          note={`target ${sayShare(urgentTarget.share)} within ${urgentTarget.minutes} min`}
        />
      </Figures>
      {now.turnaround.released === 0 ? (
        <ChartEmpty title="Released in time">
          Nothing was released in this period. The first result that is brings its times here.
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
  const testLink = (name: string) => (
    <Link to="/manager-dashboard/insights/tasks" search={{ ...behind, test: name }}>
      {name}
    </Link>
  )
  return (
    <>
      <Drawings>
        <LineChart
          title="Released in time"
          about="Of all tests, the share released by the time promised at the collection."
          place={shown.series.unit === 'week' ? 'Week' : 'Day'}
          names={{ now: 'This period', before: capital(before) }}
          points={pointsOf(
            shown,
            ({ released, inTime }) => (released === 0 ? null : inTime / released),
            (days, name) => (
              <Link to="/manager-dashboard/insights/tasks" search={{ ...behind, ...days }}>
                {name}
              </Link>
            ),
          )}
          say={sayShare}
        />
        <StackedBars
          title="Where the time goes, by priority"
          about={`Medians of each step. ${stepsAbout}.`}
          nameOf="Priority"
          partNames={stepNames}
          totalName="Sample to release"
          say={sayLasting}
          stacks={[
            {
              key: 'all',
              name: 'All',
              parts: partsOf(now.turnaround),
              total: sayLasting(now.turnaround.total.median),
            },
            ...now.turnaround.byPriority.map((one) => ({
              key: one.priority,
              name: priorityLabels[one.priority],
              label: (
                <Link to="/manager-dashboard/insights/tasks" search={{ ...behind, priority: one.priority }}>
                  {priorityLabels[one.priority]}
                </Link>
              ),
              parts: partsOf(one),
              total: sayLasting(one.total.median),
            })),
          ]}
        />
      </Drawings>
      <Drawings>
        <Bars
          title="In time, by test"
          about={more > 0 ? `The ${mostTests} most frequent of ${tests.length + more}.` : undefined}
          headers={['Test', 'In time', 'Median / target']}
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
          title="Where the time goes, by test"
          about={more > 0 ? `The ${mostTests} most frequent of ${tests.length + more}.` : undefined}
          nameOf="Test"
          partNames={stepNames}
          totalName="Sample to release"
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
    </>
  )
}

const partsOf = (turnaround: Pick<Turnaround, 'steps'>) =>
  steps.map((step: Step) => turnaround.steps[step].median)

export function MedianFigure({ shown }: { shown: Shown }) {
  const { now, was, before, behind } = shown
  return (
    <Figure
      label={
        <Link to="/manager-dashboard/insights/tasks" search={behind}>
          Median turnaround
        </Link>
      }
      kind="minutes"
      value={now.turnaround.total.median}
      was={was.turnaround.total.median}
      before={before}
      better="less"
      note={`of ${sayCount(now.turnaround.total.count)} tests`}
    />
  )
}

export function InTimeFigure({ shown }: { shown: Shown }) {
  const { now, was, before, behind } = shown
  return (
    <Figure
      label={
        <Link to="/manager-dashboard/insights/tasks" search={{ ...behind, late: 'true' }}>
          Released in time
        </Link>
      }
      kind="share"
      value={now.turnaround.share}
      was={was.turnaround.share}
      before={before}
      better="more"
      note={`${sayCount(now.turnaround.released - now.turnaround.inTime)} late of ${sayCount(now.turnaround.released)}`}
    >
      <Sparkline
        values={shown.series.moments.map(({ released, inTime }) =>
          released === 0 ? null : inTime / released,
        )}
      />
    </Figure>
  )
}
