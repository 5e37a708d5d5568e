import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { setControlHours } from '#contract/quality.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { overviewQuery } from './quality-queries.ts'

/** After how many hours without a control the screens say so. */
export function HoursForm() {
  const { data } = useQuery(overviewQuery)
  const form = useResourceForm(setControlHours)
  if (!data) return null
  return (
    <section className="min-w-0 max-w-160" aria-labelledby="hours">
      <h2 className="mb-3 text-l" id="hours">
        <Trans>How often</Trans>
      </h2>
      <ResourceForm form={form}>
        <TextField
          key={data.controlHours}
          name="controlHours"
          label={t`Hours without a control before screens warn`}
          hint={t`A warning only: it keeps nothing from being released.`}
          type="number"
          min={1}
          max={720}
          required
          defaultValue={data.controlHours}
        />
        <FormActions>
          <SubmitButton variant="quiet">
            <Trans>Save hours</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </section>
  )
}
