import { Trans } from '@lingui/react/macro'
import type { Interval, Measured } from '#contract/interval-rules.ts'
import type { Judgement } from './answer-rows.ts'
import { AnswersTable } from './answers-table.tsx'
import { BandsChart } from './bands-chart.tsx'
import { BandsTable } from './bands-table.tsx'
import type { Typed } from './new-analyte.ts'

/** What an analyte's values are judged by at first: bands of numbers, or what each answer is called. */
export function FirstLimits({
  typed,
  measured,
  interval,
  chosen,
  disabled,
  onChange,
}: {
  typed: Typed
  measured: Measured
  interval: Interval
  chosen: Readonly<Record<string, Judgement>>
  disabled: boolean
  onChange: (change: Partial<Typed>) => void
}) {
  if (typed.kind === '') return null
  if (typed.kind === 'text') {
    return (
      <p className="hint">
        <Trans>It is written in words and has no interval.</Trans>
      </p>
    )
  }
  return (
    <section className="stack gap-3" aria-labelledby="limits">
      <h2 id="limits" className="mt-4 text-l">
        <Trans>First limits</Trans>
      </h2>
      <p className="hint">
        <Trans>
          They apply from the first result on. Reports mark them “to be confirmed” until somebody confirms
          them.
        </Trans>
      </p>
      {typed.kind === 'quantity' ? (
        <>
          <BandsChart ranges={interval.ranges} decimals={measured.decimals} measured={undefined} />
          <BandsTable
            rows={typed.rows}
            unit={typed.unit}
            disabled={disabled}
            onChange={(rows) => onChange({ rows })}
          />
        </>
      ) : measured.options.length === 0 ? (
        <p className="hint">
          <Trans>Write the answers first: then say which of them are normal.</Trans>
        </p>
      ) : (
        <AnswersTable
          options={measured.options}
          chosen={chosen}
          disabled={disabled}
          onChange={(answers) => onChange({ chosen: answers })}
        />
      )}
    </section>
  )
}
