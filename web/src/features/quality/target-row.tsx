import type { ResponseOf } from '#contract/endpoint.ts'
import { printedUnit } from '#contract/printed-unit.ts'
import type { listControlAnalytes } from '#contract/quality.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field.tsx'
import { fieldId, useFieldProblem } from '../../ui/form-problem.ts'
import { CloseIcon } from '../../ui/icons.tsx'
import css from './targets-form.module.css'

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
    <li className={css.row}>
      <span className={css.name}>
        {name} <span className={css.soft}>{printedUnit(analyte?.unit ?? '')}</span>
      </span>
      <Part
        label="Mean"
        of={name}
        path={`targets.${index}.mean`}
        typed={target.mean}
        disabled={disabled}
        onType={(mean) => onChange({ mean })}
      />
      <Part
        label="SD"
        of={name}
        path={`targets.${index}.sd`}
        typed={target.sd}
        disabled={disabled}
        onType={(sd) => onChange({ sd })}
      />
      <Button
        variant="plain"
        icon
        aria-label={`Remove ${name}`}
        className={css.remove}
        disabled={disabled}
        onClick={onRemove}
      >
        <CloseIcon size={18} />
      </Button>
      {about && (
        <div className={css.problem}>
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
    <span className={css.part}>
      <label className={css.soft} htmlFor={id}>
        {label}
        <span className="visually-hidden"> of {of}</span>
      </label>
      <input
        id={id}
        name={path}
        type="text"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        className={css.input}
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
