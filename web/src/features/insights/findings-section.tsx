import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Bars } from '../../ui/charts/bars.tsx'
import { ChartEmpty } from '../../ui/charts/chart-figure.tsx'
import { LineChart } from '../../ui/charts/line-chart.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { Figure, Figures } from './figure.tsx'
import { toList } from './leads.tsx'
import { sayCount, sayShare } from './number-words.ts'
import { Drawings, Section } from './section.tsx'
import { daysOfWeek, shortDay } from './series-points.ts'
import type { Shown } from './shown.ts'
import { capital } from './words.ts'

/** What is found, of tests that can be positive. */
export function FindingsSection({ shown }: { shown: Shown }) {
  const { now, behind } = shown
  const tests = testsOf(now)
  return (
    <Section
      id="positives"
      title={t`Positive results`}
      about={t`Of tests whose answer is that something is there or absent; one that is undecided is left out.`}
    >
      <Figures>
        <PositiveFigure shown={shown} />
        <Figure
          name={t`Flagged`}
          to={toList('tasks', { ...behind, found: 'flagged' })}
          kind="share"
          of={shown}
          read={({ findings }) => findings.flaggedShare}
          note={t`${sayCount(now.findings.flagged)} of ${sayCount(now.findings.reported)} reported tests`}
        />
      </Figures>
      <p>
        <Link to="/manager-dashboard/insights/antibiogram">
          <Trans>Cumulative antibiogram</Trans>
        </Link>
      </p>
      <Drawings>
        <PositiveBars shown={shown} most={12} />
        {tests.length > 0 && <ByWeek shown={shown} tests={tests.map(({ test }) => test)} />}
      </Drawings>
    </Section>
  )
}

type Test = { code: string; name: string }

function ByWeek({ shown, tests }: { shown: Shown; tests: readonly Test[] }) {
  const { positives } = shown.series
  const [chosen, setChosen] = useState('')
  const test = tests.find(({ code }) => code === chosen)
  const positive = { ...shown.behind, found: 'positive' as const }
  const weeks = [...new Set(positives.map(({ week }) => week))].sort()
  const points = weeks.map((week) => {
    const those = positives.filter((one) => one.week === week && (!test || one.test.code === test.code))
    const tested = those.reduce((sum, one) => sum + one.tested, 0)
    const found = those.reduce((sum, one) => sum + one.positive, 0)
    const name = t`Week of ${shortDay(week)} (${found} of ${tested})`
    const search = { ...positive, ...daysOfWeek(week, shown.now), ...(test && { test: test.name }) }
    return {
      key: week,
      name,
      lead: toList('tasks', search)(name),
      short: shortDay(week),
      value: tested === 0 ? null : found / tested,
      before: null,
    }
  })
  return (
    <div>
      {tests.length > 1 && (
        <div className="mb-3 max-w-70 print:hidden">
          <SelectField
            name="positive-test"
            label={t`Test in the chart`}
            placeholder={t`All tests`}
            options={tests.map(({ code, name }) => ({ value: code, label: name }))}
            value={chosen}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        </div>
      )}
      <LineChart
        title={test ? t`Positive rate by week, ${test.name}` : t`Positive rate by week`}
        place={t`Week`}
        names={{ now: t`Positive`, before: '' }}
        points={points}
        say={sayShare}
      />
    </div>
  )
}

export function PositiveFigure({ shown }: { shown: Shown }) {
  const { now, behind } = shown
  const positive = { ...behind, found: 'positive' as const }
  return (
    <Figure
      name={t`Positive rate`}
      to={toList('tasks', positive)}
      kind="share"
      of={shown}
      read={({ findings }) => findings.positiveShare}
      note={t`${sayCount(now.findings.positive)} of ${sayCount(now.findings.tested)} tests`}
    />
  )
}

/** Of tests that can be positive, those done most first. */
export function PositiveBars({ shown, most }: { shown: Shown; most: number }) {
  const { now, was, before, behind } = shown
  const tests = testsOf(now)
  const positive = { ...behind, found: 'positive' as const }
  if (tests.length === 0) {
    return (
      <ChartEmpty title={t`Positive rate by test`}>
        <Trans>No test that can be positive was reported in this period.</Trans>
      </ChartEmpty>
    )
  }
  return (
    <Bars
      title={t`Positive rate by test`}
      headers={[t`Test`, t`Positive`, t`Of`]}
      most={tests.length === 1 ? 1 : undefined}
      beforeName={capital(before)}
      bars={tests.slice(0, most).map(({ test, positive: found, tested, positiveShare }) => ({
        key: test.code,
        label: toList('tasks', { ...positive, test: test.name })(test.name),
        value: positiveShare,
        said: sayShare(positiveShare),
        before: was.findings.byTest.find((one) => one.test.code === test.code)?.positiveShare ?? null,
        more: t`${sayCount(found)} of ${sayCount(tested)}`,
      }))}
    />
  )
}

const testsOf = ({ findings }: Shown['now']) =>
  findings.byTest.filter(({ tested }) => tested > 0).toSorted((a, b) => b.tested - a.tested)
