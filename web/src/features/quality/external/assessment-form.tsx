import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { assessEqaRound, type EqaRoundDetail } from '#contract/eqa.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { sayReported } from './eqa-words.ts'

/** The form for the provider’s assessment of the reported results. */
export function AssessmentForm({ round, onClose }: { round: EqaRoundDetail; onClose: () => void }) {
  const { version } = round
  const list = round.list.filter(({ value, answer }) => value !== null || answer !== '')
  const form = useResourceForm(assessEqaRound, {
    params: { id: round.id },
    of: {
      version,
      results: list.map(({ target, sd, score, expected }) => ({ target, sd, score, expected })),
    },
    body: (held) => ({
      version,
      results: list.map(({ id, isNumber }, index) => {
        const { target, sd, score, expected } = held.results[index] ?? {}
        return {
          id,
          ...(isNumber
            ? { target: target ?? null, sd: sd ?? null, score: score ?? null }
            : { expected: expected ?? '' }),
        }
      }),
    }),
    guarded: true,
    onDone: onClose,
  })
  return (
    <ResourceForm form={form} scope="assessment">
      <p className="hint max-w-text">
        <Trans>
          Enter the target and the SD, or the z score of the provider. If both are entered, the z score of the
          provider counts. A z score of at most 2 is acceptable; from 3 on, the result has failed.
        </Trans>
      </p>
      <div className="stack gap-5">
        {list.map((result, index) => {
          const number = (part: 'target' | 'sd' | 'score', label: string) => (
            <TextField
              name={`results.${index}.${part}`}
              label={label}
              type="number"
              inputMode={part === 'score' ? 'text' : 'decimal'}
              step="any"
              optional
              autoComplete="off"
            />
          )
          return (
            <fieldset key={result.id} className="stack min-w-0 gap-4 border-t pt-4">
              <legend className="float-start p-0 font-600">
                {result.sample}, {result.analyte}: {sayReported(result)}
              </legend>
              <div className="cols-fit-136 grid items-start gap-4">
                {result.isNumber ? (
                  <>
                    {number('target', t`Target`)}
                    {number('sd', t`SD`)}
                    {number('score', t`z score`)}
                  </>
                ) : (
                  <TextField
                    name={`results.${index}.expected`}
                    label={t`Expected answer`}
                    suggestions={result.options}
                    optional
                    maxLength={80}
                    autoComplete="off"
                  />
                )}
              </div>
            </fieldset>
          )
        })}
      </div>
      <FormActions>
        <SubmitButton>
          <Trans>Save the assessment</Trans>
        </SubmitButton>
        <Button onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </FormActions>
    </ResourceForm>
  )
}
