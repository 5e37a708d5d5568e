import { t } from '@lingui/core/macro'
import type { AnalyteEntry } from '#contract/catalogue.ts'
import { sayUnit } from '../../lib/units.ts'
import { MultiSelect } from '../../ui/multi-select.tsx'

/** The analytes of a test in their order, found by typing. */
export function PanelField({ analytes, disabled }: { analytes: readonly AnalyteEntry[]; disabled: boolean }) {
  return (
    <MultiSelect
      name="analytes"
      label={t`Analytes`}
      ordered
      choices={analytes.map(({ code, name, unit }) => ({
        value: code,
        label: name,
        note: [code, sayUnit(unit)].filter(Boolean).join(', '),
      }))}
      placeholder={t`Search the analytes`}
      hint={t`Results are entered and reported in this order.`}
      disabled={disabled}
    />
  )
}
