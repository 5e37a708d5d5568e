import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type AnalyteEntry, readCatalogue, type TestEntry } from '#contract/catalogue.ts'
import { queryFor } from '../../api/queries.ts'
import { sayUnit } from '../../lib/units.ts'
import { Screen } from '../../screen/screen.tsx'
import { Button } from '../../ui/button.tsx'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { useChosen } from '../../ui/use-chosen.ts'
import { ConfirmIntervals } from './confirm-intervals.tsx'
import { sayInterval, sayWaiting } from './interval-words.ts'
import { LoincNotice } from './loinc-notice.tsx'

/** The intervals that wait for the laboratory's director, each with its limits and its source, to be confirmed together. */
export function ConfirmScreen() {
  const { data } = useSuspenseQuery(queryFor(readCatalogue))
  const [test, setTest] = useState('')
  const chosen = useChosen()
  const waiting = data.analytes.filter(({ interval }) => interval.state === 'to_be_confirmed')
  const panel = data.tests.find(({ code }) => code === test)?.analytes
  const shown = waiting.filter(({ code }) => panel === undefined || panel.includes(code))
  // What was confirmed or changed meanwhile is no longer chosen, nor is what cannot be seen.
  const going = shown.filter(({ code }) => chosen.has(code))
  return (
    <Screen
      title={t`Intervals to be confirmed`}
      about={sayWaiting(data.analytes)}
      action={
        waiting.length > 0 && (
          <ConfirmIntervals
            entries={going}
            onDone={() => chosen.replace([])}
            opener={{
              variant: 'primary',
              whyNot: going.length > 0 ? null : t`Choose the intervals that you have checked.`,
              children: going.length > 0 ? t`Confirm ${going.length}` : t`Confirm`,
            }}
          />
        )
      }
    >
      {waiting.length === 0 ? (
        <EmptyState
          picture={<MicroscopeDrawing />}
          title={
            <h2>
              <Trans>Nothing to confirm</Trans>
            </h2>
          }
          about={t`Every interval that judges results has been confirmed. A new version of one waits here again.`}
        />
      ) : (
        <>
          <search className="mb-6 max-w-100" aria-label={t`Intervals to be confirmed`}>
            <SelectField
              name="test"
              label={t`Test`}
              value={test}
              onChange={(event) => setTest(event.currentTarget.value)}
              placeholder={t`All tests`}
              options={withWaiting(data.tests, waiting)}
            />
          </search>
          <Button
            variant="plain"
            onClick={() => chosen.replace(going.length === shown.length ? [] : shown.map(({ code }) => code))}
          >
            {going.length === shown.length ? t`Choose none` : t`Choose all ${shown.length}`}
          </Button>
          <ul className="stack">
            {shown.map((entry) => (
              <Choice
                key={entry.code}
                entry={entry}
                tests={data.tests}
                chosen={chosen.has(entry.code)}
                onChoose={(on) => chosen.choose(entry.code, on)}
              />
            ))}
          </ul>
          <LoincNotice />
        </>
      )}
    </Screen>
  )
}

function Choice({
  entry: { code, name, unit, decimals, interval },
  tests,
  chosen,
  onChoose,
}: {
  entry: AnalyteEntry
  tests: readonly TestEntry[]
  chosen: boolean
  onChoose: (on: boolean) => void
}) {
  const within = tests.filter(({ analytes }) => analytes.includes(code)).map((test) => test.name)
  return (
    <li className="border-t py-4">
      <label className="row min-h-target cursor-pointer gap-x-3 gap-y-1">
        <input
          type="checkbox"
          className="size-5.5 flex-none accent-vial"
          checked={chosen}
          aria-describedby={`about-${code}`}
          onChange={(event) => onChoose(event.currentTarget.checked)}
        />
        <strong>{name}</strong>
        <span className="hint">{sayUnit(unit)}</span>
      </label>
      <div id={`about-${code}`}>
        <p className="stack tabular-nums">
          {sayInterval(interval, decimals).map((line) => (
            <span key={line}>{line}</span>
          ))}
        </p>
        <p className="hint">{interval.source || t`No source is given.`}</p>
      </div>
      <p className="hint">
        {within.join(', ')}.{' '}
        <Link to="/manager-dashboard/catalogue/analytes/$code" params={{ code }}>
          <Trans>Look at {name}</Trans>
        </Link>
      </p>
    </li>
  )
}

/** Only tests of which something waits. */
function withWaiting(tests: readonly TestEntry[], waiting: readonly AnalyteEntry[]) {
  const codes = new Set(waiting.map(({ code }) => code))
  return tests
    .map(({ code, name, analytes }) => ({
      value: code,
      label: name,
      count: analytes.filter((one) => codes.has(one)).length,
    }))
    .filter(({ count }) => count > 0)
    .map(({ value, label, count }) => ({ value, label: `${label} (${count})` }))
}
