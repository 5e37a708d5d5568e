import { t } from '@lingui/core/macro'
import { FieldGroup } from '../../ui/field-group.tsx'
import { type Judgement, judgements } from './answer-rows.ts'

const words: Readonly<Record<Judgement, string>> = {
  normal: t`Normal`,
  abnormal: t`Abnormal`,
  critical: t`Critical`,
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
      label={t`Answers`}
      hint={t`If all of them are normal, no answer is flagged. A critical answer is reported by phone.`}
      disabled={disabled}
    >
      <ul className="stack">
        {options.map((option) => (
          <li key={option} className="border-b">
            <fieldset className="row min-w-0 gap-x-4">
              <legend className="float-start flex-[1_1_220px] font-600 max-sm:basis-full max-sm:pt-2 max-sm:[float:none]">
                {option}
              </legend>
              {judgements.map((judgement) => (
                <label
                  key={judgement}
                  className="tap cursor-pointer gap-2 [&_input]:m-0 [&_input]:size-5 [&_input]:accent-vial"
                >
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
