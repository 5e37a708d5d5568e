import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ControlTarget } from '#contract/quality.ts'
import { controlStateLabels, zScore } from '#contract/quality-rules.ts'
import { readNumber } from '../../lib/read-number.ts'
import { translated } from '../../lib/translated.ts'
import { sayUnit } from '../../lib/units.ts'
import { Badge } from '../../ui/badge.tsx'
import { FieldError } from '../../ui/field.tsx'
import { fieldId, useFieldProblem } from '../../ui/form-problem.ts'
import { sayValue, sayZ, stateTones } from './control-words.ts'

/** One analyte: its target, what is typed and how far that lies from it, and how the last value stood. */
export function RunRow({
  lotId,
  target,
  typed,
  disabled,
  shown,
  onType,
}: {
  lotId: string
  target: ControlTarget
  typed: string
  disabled: boolean
  shown: boolean
  onType: (text: string) => void
}) {
  const { analyte, name, unit, decimals, mean, sd, state } = target
  const path = `values.${analyte}`
  const id = fieldId(path)
  const problem = useFieldProblem(path)
  const value = readNumber(typed, decimals)
  const z = value === null ? null : zScore(value, target)
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_172px_80px] items-center gap-x-3 gap-y-0.5 border-t py-2 max-sm:grid-cols-[minmax(0,1fr)_158px_78px] max-sm:gap-x-2 max-sm:gap-y-0.5">
      <label className="font-600" htmlFor={id}>
        {name}
      </label>
      <span className="flex items-center gap-2">
        <input
          id={id}
          name={path}
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          className="input w-24 flex-none px-2 py-1.5 tabular-nums max-sm:w-22"
          value={typed}
          disabled={disabled}
          aria-invalid={problem ? true : undefined}
          aria-describedby={`${problem ? `${id}-error ` : ''}${id}-target ${id}-z`}
          onChange={(event) => onType(event.currentTarget.value)}
        />
        <span className="hint">{sayUnit(unit)}</span>
      </span>
      <output
        className="text-end tabular-nums data-[far=true]:font-700 data-[far=true]:text-carmine"
        id={`${id}-z`}
        htmlFor={id}
        data-far={z !== null && Math.abs(z) > 2}
      >
        {z === null ? '' : sayZ(z)}
      </output>
      <span className="row col-span-full gap-x-3 [&>:last-child]:ms-auto [&_a[aria-current]]:font-650 [&_a[aria-current]]:text-ink">
        <span className="hint" id={`${id}-target`}>
          <Trans>
            target <span className="figures">{sayValue(mean, decimals)}</span>, SD{' '}
            <span className="figures">{sayValue(sd, decimals)}</span>
          </Trans>
        </span>
        <Badge tone={stateTones[state]}>{translated(controlStateLabels[state])}</Badge>
        <Link
          to="/quality/$lotId"
          params={{ lotId }}
          search={{ analyte }}
          replace
          resetScroll={false}
          aria-current={shown ? 'true' : undefined}
        >
          <Trans>
            Chart<span className="visually-hidden"> of {name}</span>
          </Trans>
        </Link>
      </span>
      {problem && (
        <div className="col-span-full">
          <FieldError id={`${id}-error`}>{problem}</FieldError>
        </div>
      )}
    </li>
  )
}
