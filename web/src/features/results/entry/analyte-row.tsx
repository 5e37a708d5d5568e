import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { FormAnalyte } from '#contract/results.ts'
import { flagWords } from '#contract/results.ts'
import { flagTones } from '../../../lib/flag-tones.ts'
import { readNumber } from '../../../lib/read-number.ts'
import { translated } from '../../../lib/translated.ts'
import { sayUnit } from '../../../lib/units.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { Select } from '../../../ui/fields.tsx'
import { fieldId, useFieldProblem } from '../../../ui/form-problem.ts'
import { RangeBar } from '../report/range-bar.tsx'
import { measuredAsTyped } from './measured-notice.tsx'
import type { AboutValue } from './use-checked.ts'

/** One analyte: its name, what is typed or was calculated, and what to compare it with. */
export function AnalyteRow({
  analyte,
  typed,
  about,
  disabled = false,
  readOnly = false,
  onType,
}: {
  analyte: FormAnalyte
  typed: string
  /** What the server says of it as it stands, before it is saved. */
  about: AboutValue | null
  disabled?: boolean
  /** For a moment: unlike a disabled field it keeps the focus. */
  readOnly?: boolean
  onType: (text: string) => void
}) {
  const { name, unit, range, previous, calculated, entered, measured } = analyte
  const path = `values.${analyte.code}`
  const id = fieldId(path)
  const refused = useFieldProblem(path)
  const problem = refused ?? about?.problem ?? null
  // A flag is about what was asked or saved, not about what is being typed over it.
  const isSaved = entered !== null && (calculated || String(entered.value) === typed)
  const judged = about ? about.result : isSaved ? entered : null
  const shown = calculated ? judged?.value : typed
  const at = analyte.kind === 'quantity' ? readNumber(String(shown ?? ''), analyte.decimals) : null
  return (
    <li
      data-words={analyte.kind === 'quantity' ? undefined : ''}
      className="group grid @max-[501px]:grid-cols-[minmax(0,1fr)_minmax(0,auto)] grid-cols-[minmax(96px,3fr)_minmax(186px,4fr)_minmax(88px,3fr)_minmax(0,3fr)] items-center gap-x-3 gap-y-1 border-t @max-[501px]:py-2 py-1"
    >
      {calculated ? (
        <span className="font-600 @max-[501px]:group-data-words:col-span-full">{name}</span>
      ) : (
        <label className="font-600 @max-[501px]:group-data-words:col-span-full" htmlFor={id}>
          {name}
        </label>
      )}
      <div className="flex items-center @max-[501px]:justify-end gap-2 @max-[501px]:group-data-words:col-span-full group-data-words:col-[2/-1]">
        {calculated ? (
          <output className="min-h-target min-w-28 p-2">
            {judged ? <span className="figures">{judged.value}</span> : <span>–</span>}{' '}
            <small className="hint" title={analyte.formula?.text}>
              <Trans>calculated</Trans>
            </small>
          </output>
        ) : (
          <Control {...{ analyte, typed, disabled, readOnly, onType, id, path, invalid: problem !== null }} />
        )}
        <span className="hint" id={`${id}-unit`}>
          {sayUnit(unit)}
        </span>
      </div>
      <span
        className="hint @max-[501px]:group-data-words:col-1 group-data-words:col-[2/span_2]"
        id={`${id}-range`}
      >
        {range ? (
          <>
            <span className="visually-hidden">
              <Trans>Interval</Trans>{' '}
            </span>
            <span className="figures">{range.text}</span>
            {at !== null && (range.low !== null || range.high !== null) && (
              <span className="block w-30">
                <RangeBar low={range.low} high={range.high} at={at} unconfirmed={!range.verified} />
              </span>
            )}
            {!range.verified && (
              <small className="hint block">
                {' '}
                <Trans>to be confirmed</Trans>
              </small>
            )}
          </>
        ) : (
          <span className="visually-hidden">
            <Trans>No interval</Trans>
          </span>
        )}
        {measured && (
          <span
            className="hint block"
            title={[measured.instrument, measured.operator, measured.comment].filter(Boolean).join(', ')}
          >
            <Trans>
              measured <span className="figures">{measuredAsTyped(analyte)}</span>
            </Trans>{' '}
            {measured.flags.join(' ')} {measured.times > 1 && t`(${measured.times} times)`}
          </span>
        )}
        {previous && (
          <span className="hint block">
            <Trans>
              last <span className="figures">{previous.value}</span>
            </Trans>
          </span>
        )}
      </span>
      <span className="flex flex-wrap gap-1">
        {judged && judged.flag !== '' && (
          <Badge tone={flagTones[judged.flag]}>{translated(flagWords[judged.flag])}</Badge>
        )}
        {judged?.delta && (
          <Badge tone="info">
            <Trans>Delta check</Trans>
          </Badge>
        )}
      </span>
      {problem && (
        <div className="col-span-full">
          <FieldError id={`${id}-error`}>{problem}</FieldError>
        </div>
      )}
    </li>
  )
}

/** The bar with the state of what is typed never hides the field that is typed in. */
const inputClass = 'input scroll-my-35 px-2 py-1.5 tabular-nums'
/** An answer in words is read to its end, which may be all that tells it from another. */
const inWords = 'w-28 min-w-0 flex-[1_1_160px]'

function Control({
  analyte,
  typed,
  disabled,
  readOnly,
  onType,
  id,
  path,
  invalid,
}: {
  analyte: FormAnalyte
  typed: string
  disabled: boolean
  readOnly: boolean
  onType: (text: string) => void
  id: string
  path: string
  invalid: boolean
}) {
  const wiring = {
    id,
    name: path,
    value: typed,
    disabled,
    'aria-invalid': invalid || undefined,
    'aria-describedby': `${invalid ? `${id}-error ` : ''}${id}-unit ${id}-range`,
  }
  if (analyte.kind === 'coded' || analyte.kind === 'ordinal') {
    return (
      <Select
        {...wiring}
        className={`${inWords} [&>select]:scroll-my-35`}
        onChange={(event) => {
          if (!readOnly) onType(event.currentTarget.value)
        }}
      >
        <option value="">–</option>
        {analyte.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </Select>
    )
  }
  const quantity = analyte.kind === 'quantity'
  return (
    <input
      {...wiring}
      readOnly={readOnly}
      type="text"
      inputMode={quantity ? 'decimal' : 'text'}
      autoComplete="off"
      spellCheck={!quantity}
      maxLength={quantity ? 20 : 500}
      className={`${inputClass} ${quantity ? 'w-28 flex-none' : inWords}`}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
