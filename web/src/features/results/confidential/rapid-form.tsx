import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BodyInput } from '#contract/endpoint.ts'
import { type ConfidentialCare, saveRapidTests, testsToDo } from '#contract/rapid-tests.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { DateField } from '../../../ui/date-field.tsx'
import { SelectField, TextField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'

const outcomes = [
  { value: 'non-reactive', label: t`Non-reactive` },
  { value: 'reactive', label: t`Reactive` },
]

type Typed = { kit?: string; lot?: string; expiresOn?: string; reactive?: string }
type Test = BodyInput<typeof saveRapidTests>['tests'][number]

const testOf = ({ kit = '', lot = '', expiresOn = '', reactive }: Typed) =>
  ({ kit, lot, expiresOn, ...(reactive && { reactive: reactive === 'reactive' }) }) as Test

const places = [0, 1, 2] as const

/** The number of tests to show: the next test appears after a reactive test. */
function countShown(needed: number, chosen: readonly unknown[]): number {
  const open = chosen.findIndex((one) => one !== 'reactive' && one !== 'non-reactive')
  const outcomes = open === -1 ? chosen : chosen.slice(0, open)
  return testsToDo(
    needed,
    outcomes.map((one) => one === 'reactive'),
  )
}

/** The form for the rapid tests in their order. The next test appears after a reactive test. */
export function RapidForm({
  id,
  needed,
  revision,
  saved,
}: {
  id: string
  needed: number
  revision: number
  saved: ConfidentialCare['rapid']
}) {
  const form = useResourceForm(saveRapidTests, {
    params: { id },
    start: {
      revision,
      tests: saved.map((test) => ({ ...test, reactive: test.reactive ? 'reactive' : 'non-reactive' })),
    },
    body: ({ tests }) => {
      const typed: readonly Typed[] = Object.values(tests) as unknown as Typed[]
      const shown = countShown(
        needed,
        typed.map(({ reactive }) => reactive),
      )
      return { tests: typed.slice(0, shown).map(testOf), revision }
    },
    guarded: true,
  })
  const shown = countShown(
    needed,
    places.map((place) => form.watch(`tests.${place}.reactive`)),
  )
  return (
    <ResourceForm form={form}>
      {places.slice(0, shown).map((place) => (
        <RapidFields key={place} place={place} />
      ))}
      <FormActions>
        <SubmitButton>
          <Trans>Save rapid tests</Trans>
        </SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}

function RapidFields({ place }: { place: number }) {
  const number = place + 1
  const name = (field: string) => `tests.${place}.${field}`
  return (
    <fieldset className="stack min-w-0 gap-4 border-t pt-4">
      <legend className="float-start p-0 font-600">
        <Trans>Test {number}</Trans>
      </legend>
      <div className="cols-fit-220 grid items-start gap-5">
        <TextField name={name('kit')} label={t`Kit`} required maxLength={80} autoComplete="off" />
        <TextField name={name('lot')} label={t`Lot number`} required maxLength={40} autoComplete="off" />
        <DateField name={name('expiresOn')} label={t`Expiry date`} required />
        <SelectField
          name={name('reactive')}
          label={t`Outcome`}
          required
          placeholder={t`Choose`}
          options={outcomes}
        />
      </div>
    </fieldset>
  )
}
