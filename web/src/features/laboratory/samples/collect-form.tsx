import { t } from '@lingui/core/macro'
import { useState } from 'react'
import { type collectionPlan, collectSamples } from '#contract/bench.ts'
import type { ResponseOf } from '#contract/endpoint.ts'
import { type Identifier, identifiers } from '#contract/task-states.ts'
import { wayLabels } from '../../../screen/identified-by.tsx'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Card } from '../../../ui/card.tsx'
import { FieldGroup } from '../../../ui/field-group.tsx'
import { CheckboxField, SelectField, TextField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { TubesToDraw } from './tubes-to-draw.tsx'

type Plan = ResponseOf<typeof collectionPlan>
type Prepared = 'yes' | 'no' | 'not needed'

/** Where this workplace collects: said once, kept until the page is left. */
let usualPlace = ''

/** Who it is, whether they were prepared, what is drawn: then the samples exist. */
export function CollectForm({ plan, onCollected }: { plan: Plan; onCollected: () => void }) {
  const asked = plan.preparation.length > 0
  const [known, setKnown] = useState<readonly Identifier[]>([])
  const [prepared, setPrepared] = useState<Prepared | ''>(asked ? '' : 'not needed')
  const [left, setLeft] = useState<readonly string[]>([])
  const now = plan.tubes.filter(({ collection }) => !left.includes(collection))
  const form = useResourceForm(collectSamples, {
    params: { id: plan.id },
    body: ({ place }) => ({
      identifiedBy: [...known],
      prepared: prepared as Prepared,
      collections: [...new Set(now.map(({ collection }) => collection))],
      place,
    }),
    onDone: (_, { place = '' }) => {
      usualPlace = place
      onCollected()
    },
  })
  const whyNot = whyNotCollect(plan, known, prepared, now.length)
  return (
    <Card title={t`Collect`}>
      <ResourceForm form={form}>
        <FieldGroup
          name="identifiedBy"
          label={t`How was the patient identified?`}
          hint={t`Ask openly (“What is your name?”) and confirm at least two.`}
        >
          <div className="cols-fill-240 grid gap-x-4">
            {identifiers.map((way) => {
              const record = recordOf(plan, way)
              return (
                <CheckboxField
                  key={way}
                  name={`identifiedBy.${way.replace(/\W+/g, '-')}`}
                  label={
                    <>
                      {wayLabels[way]}{' '}
                      <span className="hint wrap-anywhere block">{record ?? t`not on record`}</span>
                    </>
                  }
                  checked={known.includes(way)}
                  disabled={record === null}
                  onChange={({ currentTarget: { checked } }) =>
                    setKnown(checked ? [...known, way] : known.filter((one) => one !== way))
                  }
                />
              )
            })}
          </div>
        </FieldGroup>
        {asked && (
          <>
            <Notice kind="warning">
              <ul className="list-disc ps-4">
                {plan.preparation.map((line) => (
                  <li key={line}>{line}</li>
                ))}
              </ul>
            </Notice>
            <SelectField
              name="prepared"
              label={t`Was the patient prepared?`}
              value={prepared}
              placeholder={t`Ask, then choose`}
              options={[
                { value: 'yes', label: t`Yes` },
                { value: 'no', label: t`No` },
                { value: 'not needed', label: t`No preparation was needed` },
              ]}
              hint={prepared === 'no' ? t`It is kept with the samples.` : undefined}
              onChange={(event) => setPrepared(event.currentTarget.value as Prepared | '')}
            />
          </>
        )}
        <TubesToDraw tubes={plan.tubes} left={left} onLeft={setLeft} />
        <TextField
          name="place"
          label={t`Place`}
          optional
          placeholder={t`Chair 2`}
          maxLength={80}
          defaultValue={usualPlace}
        />
        <FormActions>
          <SubmitButton
            variant={plan.status === 'booked' ? 'quiet' : 'primary'}
            pendingText={t`Collecting…`}
            whyNot={whyNot}
          >
            {now.length === 1 ? t`Collect 1 tube` : t`Collect ${now.length} tubes`}
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}

/** What the record says, to compare with the answer; null when it says nothing. */
function recordOf({ patient, reference }: Plan, way: Identifier): string | null {
  switch (way) {
    case 'Full name':
      return patient.fullName
    case 'Age':
      return t`${patient.age} years`
    case 'Phone number':
      return patient.contact || null
    case 'E-mail':
      return patient.email || null
    case 'Reference or QR code':
      return reference
    case 'Person number':
      return patient.personNumber
    case 'Identity card':
      return t`shows ${patient.fullName}`
    default:
      return way satisfies never
  }
}

function whyNotCollect(
  { status }: Plan,
  known: readonly Identifier[],
  prepared: Prepared | '',
  tubes: number,
): string | null {
  if (status === 'booked' || status === 'no_show') return t`Check the patient in first.`
  if (known.length < 2) return t`Confirm who it is in two ways.`
  if (prepared === '') return t`Ask whether the patient was prepared.`
  return tubes === 0 ? t`Choose what is collected now.` : null
}
