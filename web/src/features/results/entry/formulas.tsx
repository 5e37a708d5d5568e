import { printedUnit } from '#contract/printed-unit.ts'
import type { FormAnalyte } from '#contract/results.ts'
import css from './entry-panel.module.css'

/** How the calculated analytes of a panel are worked out, and where that is published; nothing where there are none. */
export function Formulas({ analytes }: { analytes: readonly FormAnalyte[] }) {
  const calculated = analytes.filter(({ formula }) => formula !== null)
  if (calculated.length === 0) return null
  return (
    <details className={css.formulas}>
      <summary>How the calculated values are worked out</summary>
      <dl>
        {calculated.map(({ code, name, unit, formula }) => (
          <div key={code}>
            <dt>{[name, printedUnit(unit)].filter(Boolean).join(', ')}</dt>
            <dd>
              {formula?.text}
              <small>{formula?.source}</small>
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
