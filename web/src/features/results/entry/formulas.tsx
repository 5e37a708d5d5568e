import { Trans } from '@lingui/react/macro'
import type { FormAnalyte } from '#contract/results.ts'
import { sayUnit } from '../../../lib/units.ts'

/** How the calculated analytes of a panel are worked out, and where that is published; nothing where there are none. */
export function Formulas({ analytes }: { analytes: readonly FormAnalyte[] }) {
  const calculated = analytes.filter(({ formula }) => formula !== null)
  if (calculated.length === 0) return null
  return (
    <details className="mt-3 text-s">
      <summary className="min-h-target w-fit cursor-pointer py-2">
        <Trans>How the calculated values are computed</Trans>
      </summary>
      <dl className="grid gap-2">
        {calculated.map(({ code, name, unit, formula }) => (
          <div key={code}>
            <dt className="font-600">{[name, sayUnit(unit)].filter(Boolean).join(', ')}</dt>
            <dd>
              {formula?.text}
              <small className="block text-ink-soft">{formula?.source}</small>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
