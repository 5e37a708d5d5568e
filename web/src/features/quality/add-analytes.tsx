import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { listControlAnalytes } from '#contract/quality.ts'
import { sayUnit } from '../../lib/units.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'

type Analyte = ResponseOf<typeof listControlAnalytes>[number]

const wholeTest = 'test:'

/** One analyte more, or all that a test reports: a blood count's control has them together. */
export function AddAnalytes({
  analytes,
  onAdd,
}: {
  /** Those that are not there yet. */
  analytes: readonly Analyte[]
  onAdd: (codes: readonly string[]) => void
}) {
  const [chosen, setChosen] = useState('')
  const tests = [...new Set(analytes.flatMap((analyte) => analyte.tests))]
  const ofTest = (test: string) => analytes.filter((analyte) => analyte.tests.includes(test))
  const options = [
    ...tests
      .filter((test) => ofTest(test).length > 1)
      .map((test) => ({ value: wholeTest + test, label: t`All of ${test} (${ofTest(test).length})` })),
    ...analytes.map(({ code, name, unit, tests: reporting }) => ({
      value: code,
      label: `${name}${sayUnit(unit) && `, ${sayUnit(unit)}`} (${reporting.join(', ')})`,
    })),
  ]
  const value = options.some((option) => option.value === chosen) ? chosen : ''
  const add = () => {
    onAdd(
      value.startsWith(wholeTest) ? ofTest(value.slice(wholeTest.length)).map(({ code }) => code) : [value],
    )
    setChosen('')
  }
  return (
    <div className="flex items-end gap-3 [&>:first-child]:flex-1">
      <SelectField
        name="analyte"
        label={t`Analyte`}
        placeholder={t`Choose an analyte or a whole test`}
        options={options}
        value={value}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button disabled={value === ''} onClick={add}>
        <Trans>Add</Trans>
      </Button>
    </div>
  )
}
