import { FieldGroup } from '../../ui/field-group.tsx'
import { type Judgement, judgements } from './answer-rows.ts'
import css from './answers-table.module.css'

const words: Readonly<Record<Judgement, string>> = {
  normal: 'Normal',
  abnormal: 'Abnormal',
  critical: 'Critical',
}

/** What each answer is called: one choice a row. */
export function AnswersTable({
  options,
  chosen,
  disabled,
  onChange,
}: {
  options: readonly string[]
  chosen: Readonly<Record<string, Judgement>>
  disabled: boolean
  onChange: (chosen: Record<string, Judgement>) => void
}) {
  return (
    <FieldGroup
      name="normalOptions"
      label="Answers"
      hint="Where all of them are normal, no answer is flagged. A critical one is telephoned."
      disabled={disabled}
    >
      <ul className={css.rows}>
        {options.map((option) => (
          <li key={option} className={css.row}>
            <fieldset className={css.choice}>
              <legend className={css.answer}>{option}</legend>
              {judgements.map((judgement) => (
                <label key={judgement} className={css.radio}>
                  <input
                    type="radio"
                    name={`answer.${option}`}
                    value={judgement}
                    checked={chosen[option] === judgement}
                    onChange={() => onChange({ ...chosen, [option]: judgement })}
                  />
                  {words[judgement]}
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
    </FieldGroup>
  )
}
