import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { arriveSentBox, handOverBox, type SentBoxDetail } from '#contract/referrals.ts'
import { spaced } from '../../../lib/accession.ts'
import { CelsiusField } from '../../../screen/celsius-field.tsx'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'
import { MultiSelect } from '../../../ui/multi-select.tsx'

export function HandOverForm({ id }: { id: string }) {
  const form = useResourceForm(handOverBox, {
    params: { id },
    body: (held) => ({ ...held, celsius: typeof held.celsius === 'number' ? held.celsius : null }),
  })
  return (
    <Card aria-labelledby="hand-over" className="mb-6">
      <h2 id="hand-over" className="heading-row">
        <Trans>Hand over</Trans>
      </h2>
      <ResourceForm form={form} scope="hand-over">
        <div className="cols-fit-180 grid items-start gap-4">
          <TextField name="courier" label={t`Courier`} required maxLength={120} autoComplete="off" />
          <TextField
            name="trackingNumber"
            label={t`Tracking number`}
            optional
            maxLength={60}
            autoComplete="off"
          />
          <CelsiusField />
        </div>
        <FormActions>
          <SubmitButton>
            <Trans>The box is handed over</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}

/** What the other laboratory says of the arrival. Tubes that it does not name arrived well. */
export function ArrivalForm({ box: { id, list } }: { box: SentBoxDetail }) {
  const [missing, setMissing] = useState<readonly string[]>([])
  const [spoilt, setSpoilt] = useState<readonly string[]>([])
  const form = useResourceForm(arriveSentBox, {
    params: { id },
    body: (held) => {
      const { reason = '' } = held as { reason?: string }
      return {
        problems: [
          ...missing.map((accession) => ({ accession, state: 'missing' as const, reason: '' })),
          ...spoilt.map((accession) => ({ accession, state: 'spoilt' as const, reason })),
        ],
      }
    },
  })
  const left = (others: readonly string[]) =>
    list
      .filter(({ accession }) => !others.includes(accession))
      .map(({ accession, specimen }) => ({ value: accession, label: spaced(accession), note: specimen }))
  const tubes = {
    placeholder: t`Scan or type a number`,
    optional: true,
  } as const
  return (
    <Card aria-labelledby="arrived" className="mb-6">
      <h2 id="arrived" className="heading-row">
        <Trans>Arrival at the laboratory</Trans>
      </h2>
      <ResourceForm form={form} scope="arrived">
        <div className="cols-fit-220 grid items-start gap-4">
          <MultiSelect
            {...tubes}
            name="missing"
            label={t`Missing tubes`}
            choices={left(spoilt)}
            chosen={missing}
            onChange={setMissing}
          />
          <MultiSelect
            {...tubes}
            name="spoilt"
            label={t`Tubes that could not be used`}
            choices={left(missing)}
            chosen={spoilt}
            onChange={setSpoilt}
          />
          {spoilt.length > 0 && (
            <TextField
              name="reason"
              label={t`Why the tubes could not be used`}
              required
              maxLength={200}
              autoComplete="off"
            />
          )}
        </div>
        <FormActions>
          <SubmitButton>
            {missing.length + spoilt.length === 0 ? (
              <Trans>All tubes have arrived</Trans>
            ) : (
              <Trans>Record the arrival</Trans>
            )}
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}
