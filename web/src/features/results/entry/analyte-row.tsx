import { printedUnit } from '#contract/printed-unit.ts'
import type { FormAnalyte } from '#contract/results.ts'
import { flagWords } from '#contract/results.ts'
import { classNames } from '../../../lib/class-names.ts'
import { flagTones } from '../../../lib/flag-tones.ts'
import { readNumber } from '../../../lib/read-number.ts'
import { Badge } from '../../../ui/badge.tsx'
import { FieldError } from '../../../ui/field.tsx'
import { fieldId, useFieldProblem } from '../../../ui/form-problem.ts'
import { RangeBar } from '../report/range-bar.tsx'
import css from './entry-panel.module.css'
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
  const { name, unit, range, previous, calculated, entered } = analyte
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
    <li className={classNames(css.row, analyte.kind !== 'quantity' && css.words)}>
      {calculated ? (
        <span className={css.name}>{name}</span>
      ) : (
        <label className={css.name} htmlFor={id}>
          {name}
        </label>
      )}
      <div className={css.value}>
        {calculated ? (
          <output className={css.calculated}>
            {judged ? <span className="figures">{judged.value}</span> : <span>–</span>}{' '}
            <small title={analyte.formula?.text}>calculated</small>
          </output>
        ) : (
          <Control {...{ analyte, typed, disabled, readOnly, onType, id, path, invalid: problem !== null }} />
        )}
        <span className={css.unit} id={`${id}-unit`}>
          {printedUnit(unit)}
        </span>
      </div>
      <span className={css.range} id={`${id}-range`}>
        {range ? (
          <>
            <span className="visually-hidden">Interval </span>
            <span className="figures">{range.text}</span>
            {at !== null && (range.low !== null || range.high !== null) && (
              <RangeBar low={range.low} high={range.high} at={at} unconfirmed={!range.verified} />
            )}
            {!range.verified && <small> to be confirmed</small>}
          </>
        ) : (
          <span className="visually-hidden">No interval</span>
        )}
        {previous && (
          <span className={css.previous}>
            last <span className="figures">{previous.value}</span>
          </span>
        )}
      </span>
      <span className={css.flag}>
        {judged && judged.flag !== '' && (
          <Badge tone={flagTones[judged.flag]}>{flagWords[judged.flag]}</Badge>
        )}
        {judged?.delta && <Badge tone="info">Jump</Badge>}
      </span>
      {problem && (
        <div className={css.problem}>
          <FieldError id={`${id}-error`}>{problem}</FieldError>
        </div>
      )}
    </li>
  )
}

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
      <select
        {...wiring}
        className={css.input}
        onChange={(event) => {
          if (!readOnly) onType(event.currentTarget.value)
        }}
      >
        <option value="">–</option>
        {analyte.options.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
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
      className={css.input}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}
