import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { listControlAnalytes } from '#contract/quality.ts'
import { sayUnit } from '../../lib/units.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { fieldId, useFieldProblem } from '../../ui/form-problem.ts'
import { CloseIcon } from '../../ui/icons.tsx'

export type TypedTarget = { analyte: string; mean: string; sd: string }

/** One analyte's mean and SD as they are typed. */
export function TargetRow({
  index,
  target,
  analyte,
  disabled,
  onChange,
  onRemove,
}: {
  index: number
  target: TypedTarget
  analyte: ResponseOf<typeof listControlAnalytes>[number] | undefined
  disabled: boolean
  onChange: (part: Partial<TypedTarget>) => void
  onRemove: () => void
}) {
  const name = analyte?.name ?? target.analyte
  const about = useFieldProblem(`targets.${index}.analyte`)
  return (
    <li className="grid grid-cols-[minmax(120px,1fr)_minmax(0,130px)_minmax(0,130px)_40px] items-start gap-x-3 gap-y-1 border-t py-2 max-sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_44px]">
      <span className="pt-7.5 font-600 max-sm:col-span-full max-sm:pt-0">
        {name} <span className="hint font-400">{sayUnit(analyte?.unit ?? '')}</span>
      </span>
      <Part
        label={t`Mean`}
        of={name}
        path={`targets.${index}.mean`}
        typed={target.mean}
        disabled={disabled}
        onType={(mean) => onChange({ mean })}
      />
      <Part
        label={t`SD`}
        of={name}
        path={`targets.${index}.sd`}
        typed={target.sd}
        disabled={disabled}
        onType={(sd) => onChange({ sd })}
      />
      <Button
        variant="plain"
        icon
        aria-label={t`Remove ${name}`}
        className="mt-[21px]"
        disabled={disabled}
        onClick={onRemove}
      >
        <CloseIcon size={18} />
      </Button>
      {about && (
        <div className="col-span-full">
          <FieldError id={`${fieldId(`targets.${index}.analyte`)}-error`}>{about}</FieldError>
        </div>
      )}
    </li>
  )
}

function Part({
  label,
  of,
  path,
  typed,
  disabled,
  onType,
}: {
  label: string
  of: string
  path: string
  typed: string
  disabled: boolean
  onType: (text: string) => void
}) {
  const id = fieldId(path)
  const problem = useFieldProblem(path)
  return (
    <span className="stack min-w-0 gap-0.5">
      <label className="hint font-400" htmlFor={id}>
        {label}
        <span className="visually-hidden">
          {' '}
          <Trans>of {of}</Trans>
        </span>
      </label>
      <input
        id={id}
        name={path}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        className="input px-2 py-1.5 tabular-nums"
        value={typed}
        disabled={disabled}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-error` : undefined}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      {problem && <FieldError id={`${id}-error`}>{problem}</FieldError>}
    </span>
  )
}
