import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import {
  type ImportField,
  type ImportKind,
  type ImportPreview,
  importFields,
  missingFields,
} from '#contract/transfer.ts'
import { Button } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'

/** Which column is what: as the headers say, or as somebody says better. */
export function ColumnChoices({
  kind,
  preview: { columns, matched },
  pending,
  onChoose,
}: {
  kind: ImportKind
  preview: Pick<ImportPreview, 'columns' | 'matched'>
  pending: boolean
  onChoose: (columns: string) => void
}) {
  const [chosen, setChosen] = useState(() => matched.map((column) => (column === null ? '' : String(column))))
  const fields: readonly ImportField[] = importFields[kind]
  const missing = missingFields(
    kind,
    chosen.map((column) => (column === '' ? null : Number(column))),
  )
  const options = columns.map(({ name, example }, index) => ({
    value: String(index),
    label: example ? `${name} (${example})` : name,
  }))
  return (
    <details open={missingFields(kind, matched).length > 0}>
      <summary className="min-h-target cursor-pointer content-center">
        <Trans>Columns</Trans>
      </summary>
      <div className="my-3 grid grid-cols-[repeat(auto-fill,minmax(min(100%,15rem),1fr))] gap-4">
        {fields.map(({ name, label }, index) => (
          <SelectField
            key={name}
            name={name}
            label={missing.some((field) => field.name === name) ? t`${label} (required)` : label}
            placeholder={t`None`}
            options={options}
            value={chosen[index] ?? ''}
            onChange={(event) => {
              const { value } = event.currentTarget
              setChosen((all) => all.map((one, at) => (at === index ? value : one)))
            }}
          />
        ))}
      </div>
      <Button pending={pending} onClick={() => onChoose(chosen.join(','))}>
        <Trans>Preview again</Trans>
      </Button>
    </details>
  )
}
