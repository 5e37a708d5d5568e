import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { BodyInput } from '#contract/endpoint.ts'
import {
  type ConfidentialCare,
  type KitLot,
  noteInvalidRapidTest,
  saveRapidTests,
  testsToDo,
} from '#contract/rapid-tests.ts'
import { call } from '../../../api/client.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useCall } from '../../../screen/use-call.ts'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { KitFields, notInStock } from './kit-fields.tsx'

const outcomes = [
  { value: 'non-reactive', label: t`Non-reactive` },
  { value: 'reactive', label: t`Reactive` },
  { value: 'invalid', label: t`Invalid: no control line` },
]

type Typed = { stockLot?: string; kit?: string; lot?: string; expiresOn?: string; reactive?: string }
type Test = BodyInput<typeof saveRapidTests>['tests'][number]

/** Without kits in the stock, there is nothing to choose from. */
const deviceOf = ({ stockLot = '', kit = '', lot = '', expiresOn = '' }: Typed, kits: readonly KitLot[]) =>
  kits.length === 0 || stockLot === notInStock
    ? { stockLot: null, kit, lot, expiresOn }
    : { stockLot, kit: '', lot: '', expiresOn: '' }

const testOf = (typed: Typed, kits: readonly KitLot[]) =>
  ({
    ...deviceOf(typed, kits),
    ...(typed.reactive && { reactive: typed.reactive === 'reactive' }),
  }) as Test

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

/** The form for the rapid tests in their order. The next test appears after a reactive test. An invalid test is recorded by itself. */
export function RapidForm({
  id,
  needed,
  revision,
  saved,
  kits,
}: {
  id: string
  needed: number
  revision: number
  saved: ConfidentialCare['rapid']
  kits: readonly KitLot[]
}) {
  const form = useResourceForm(saveRapidTests, {
    params: { id },
    start: {
      revision,
      tests: saved.map(({ stockLot, reactive, ...test }) => ({
        ...test,
        stockLot: stockLot ?? notInStock,
        reactive: reactive ? 'reactive' : 'non-reactive',
      })),
    },
    body: ({ tests }) => {
      const typed: readonly Typed[] = Object.values(tests) as unknown as Typed[]
      const shown = countShown(
        needed,
        typed.map(({ reactive }) => reactive),
      )
      return { tests: typed.slice(0, shown).map((test) => testOf(test, kits)), revision }
    },
    guarded: true,
  })
  const fieldOf = (place: number, field: string) => form.watch(`tests.${place}.${field}`)
  const shown = countShown(
    needed,
    places.map((place) => fieldOf(place, 'reactive')),
  )
  const invalid = useCall(
    (place: number) => {
      const typed = ['stockLot', 'kit', 'lot', 'expiresOn'].map((name) => [name, fieldOf(place, name) ?? ''])
      return call(noteInvalidRapidTest, {
        params: { id },
        body: deviceOf(Object.fromEntries(typed) as Typed, kits),
      })
    },
    // The repeat needs a device of its own, mostly of the same kit.
    { onDone: (_answer, place) => form.change(`tests.${place}.reactive`, '') },
  )
  const invalidPlace = places.find((place) => fieldOf(place, 'reactive') === 'invalid')
  return (
    <ResourceForm form={form}>
      {places.slice(0, shown).map((place) => (
        <RapidFields key={place} place={place} kits={kits} stockLot={fieldOf(place, 'stockLot')} />
      ))}
      {invalid.error && (
        <Notice kind="error" role="alert">
          <p>{[invalid.error.message, ...Object.values(invalid.error.fields ?? {}).flat()].join(' ')}</p>
        </Notice>
      )}
      {invalidPlace === undefined ? (
        <FormActions>
          <SubmitButton>
            <Trans>Save rapid tests</Trans>
          </SubmitButton>
        </FormActions>
      ) : (
        <div className="stack items-start gap-3">
          <p>
            <Trans>
              An invalid test does not count. Record it with its lot, then repeat it with a new device.
            </Trans>
          </p>
          <Button variant="primary" pending={invalid.isPending} onClick={() => invalid.mutate(invalidPlace)}>
            <Trans>Record the invalid test</Trans>
          </Button>
        </div>
      )}
    </ResourceForm>
  )
}

function RapidFields({
  place,
  kits,
  stockLot,
}: {
  place: number
  kits: readonly KitLot[]
  stockLot: unknown
}) {
  const number = place + 1
  const name = (field: string) => `tests.${place}.${field}`
  return (
    <fieldset className="stack min-w-0 gap-4 border-t pt-4">
      <legend className="float-start p-0 font-600">
        <Trans>Test {number}</Trans>
      </legend>
      <div className="cols-fit-220 grid items-start gap-5">
        <KitFields name={name} kits={kits} stockLot={stockLot} />
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
