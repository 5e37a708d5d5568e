// biome-ignore-all lint/a11y/noRedundantRoles: a table laid out as blocks loses its roles in Safari.
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useContext } from 'react'
import type { Band } from '#contract/interval-rules.ts'
import { sayUnit } from '../../lib/units.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { Select } from '../../ui/fields.tsx'
import { FormProblemContext, fieldId, useFieldProblem } from '../../ui/form-problem.ts'
import { PlusIcon, TrashIcon } from '../../ui/icons.tsx'
import { type BandRow, isAge, type NumberField, numberFields, withNewRow } from './band-rows.ts'
import css from './bands-table.module.css'
import { sexWords } from './interval-words.ts'

const names: Readonly<Record<NumberField, string>> = {
  ageMinYears: t`Age from`,
  ageMaxYears: t`Age to`,
  low: t`Low`,
  high: t`High`,
  criticalLow: t`Critical low`,
  criticalHigh: t`Critical high`,
}
const sexes = ['any', 'female', 'male'] as const satisfies readonly Band['sex'][]

/** The bands as fields, a row each; on a narrow screen a card each. What is wrong with a band stands under it. */
export function BandsTable({
  rows,
  unit,
  disabled,
  onChange,
}: {
  rows: readonly BandRow[]
  unit: string
  disabled: boolean
  onChange: (rows: BandRow[]) => void
}) {
  const withConditions = rows.some(({ condition }) => condition !== '')
  const change = (key: number, changed: Partial<BandRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...changed } : row)))
  return (
    <div>
      <div className="overflow-x-auto">
        <table className={css.table} role="table">
          <caption className="visually-hidden">
            <Trans>Bands by sex and age, values in {sayUnit(unit)}</Trans>
          </caption>
          <thead role="rowgroup">
            <tr role="row">
              <th role="columnheader" scope="col">
                <Trans>Sex</Trans>
              </th>
              {numberFields.map((field) => (
                <th key={field} role="columnheader" scope="col">
                  {names[field]}
                </th>
              ))}
              {withConditions && (
                <th role="columnheader" scope="col">
                  <Trans>Condition</Trans>
                </th>
              )}
              <th role="columnheader" scope="col">
                <span className="visually-hidden">
                  <Trans>Remove</Trans>
                </span>
              </th>
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row, index) => (
              <BandFields
                key={row.key}
                row={row}
                index={index}
                withConditions={withConditions}
                disabled={disabled}
                onChange={(changed) => change(row.key, changed)}
                onRemove={() => onChange(rows.filter(({ key }) => key !== row.key))}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className="py-3 text-ink-soft">
        <Trans>Ages are in years. For newborns enter days, for example 28 d.</Trans>
      </p>
      {rows.length === 0 && (
        <p className="py-3 text-ink-soft">
          <Trans>No band: results of it are not flagged.</Trans>
        </p>
      )}
      <Button variant="plain" disabled={disabled} onClick={() => onChange(withNewRow(rows))}>
        <PlusIcon />
        <Trans>Add a band</Trans>
      </Button>
    </div>
  )
}

function BandFields({
  row,
  index,
  withConditions,
  disabled,
  onChange,
  onRemove,
}: {
  row: BandRow
  index: number
  withConditions: boolean
  disabled: boolean
  onChange: (changed: Partial<BandRow>) => void
  onRemove: () => void
}) {
  const path = `ranges.${index}`
  const named = (name: string) => t`${name}, band ${index + 1}`
  const fields = ['sex', ...numberFields, 'condition'].map((field) => `${path}.${field}`)
  return (
    <>
      <tr role="row" className={css.row}>
        <td role="cell">
          <label htmlFor={fieldId(`${path}.sex`)}>{named(t`Sex`)}</label>
          <Select
            id={fieldId(`${path}.sex`)}
            name={`${path}.sex`}
            className="min-w-24"
            disabled={disabled}
            value={row.sex}
            onChange={(event) =>
              onChange({ sex: sexes.find((sex) => sex === event.currentTarget.value) ?? 'any' })
            }
          >
            {sexes.map((sex) => (
              <option key={sex} value={sex}>
                {sexWords[sex]}
              </option>
            ))}
          </Select>
        </td>
        {numberFields.map((field) => (
          <td key={field} role="cell">
            <CellInput
              path={`${path}.${field}`}
              label={named(names[field])}
              value={row[field]}
              disabled={disabled}
              numeric={!isAge(field)}
              onChange={(text) => onChange({ [field]: text })}
            />
          </td>
        ))}
        {withConditions && (
          <td role="cell">
            <CellInput
              path={`${path}.condition`}
              label={named(t`Condition`)}
              value={row.condition}
              disabled={disabled}
              onChange={(condition) => onChange({ condition })}
            />
          </td>
        )}
        <td role="cell" className={css.remove}>
          <Button
            variant="plain"
            icon
            disabled={disabled}
            aria-label={t`Remove band ${index + 1}`}
            onClick={onRemove}
          >
            <TrashIcon />
          </Button>
        </td>
      </tr>
      <Problems fields={fields} columns={numberFields.length + (withConditions ? 3 : 2)} />
    </>
  )
}

function CellInput({
  path,
  label,
  value,
  disabled,
  numeric = false,
  onChange,
}: {
  path: string
  label: string
  value: string
  disabled: boolean
  numeric?: boolean
  onChange: (text: string) => void
}) {
  const id = fieldId(path)
  const problem = useFieldProblem(path)
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        name={path}
        type="text"
        inputMode={numeric ? 'decimal' : 'text'}
        autoComplete="off"
        spellCheck={false}
        maxLength={numeric ? 20 : 60}
        className="input min-w-16 px-2 py-1.5 tabular-nums"
        disabled={disabled}
        value={value}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </>
  )
}

/** A cell is too narrow for a sentence: what is wrong in a row stands under it, each tied to its field. */
function Problems({ fields, columns }: { fields: readonly string[]; columns: number }) {
  const said = useContext(FormProblemContext)?.fields ?? {}
  const wrong = fields.filter((field) => (said[field] ?? []).length > 0)
  if (wrong.length === 0) return null
  return (
    <tr role="row" className={css.problems}>
      <td role="cell" colSpan={columns}>
        {wrong.map((field) => (
          <FieldError key={field} id={`${fieldId(field)}-error`}>
            {said[field]?.join(', ')}
          </FieldError>
        ))}
      </td>
    </tr>
  )
}
