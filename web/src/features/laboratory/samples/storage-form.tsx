import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { storeSample } from '#contract/bench.ts'
import { ResourceForm } from '../../../screen/resource-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField, TextField } from '../../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../../ui/form-actions.tsx'

/** Where the tube stands, so that it is found again. */
export function StorageForm({
  accession,
  place,
  rackId,
  refrigerated,
}: {
  accession: string
  place: string
  /** The rack of the sample; null: it is not in a rack. */
  rackId: string | null
  refrigerated: boolean
}) {
  const form = useResourceForm(storeSample, { params: { accession } })
  return (
    <Card title={t`Storage`}>
      {rackId && (
        <p className="mb-3 font-600">
          <Link to="/storage/racks/$id" params={{ id: rackId }}>
            {place}
          </Link>
        </p>
      )}
      <ResourceForm form={form}>
        <TextField
          name="storagePlace"
          label={t`Storage place`}
          placeholder={t`Fridge 1, rack 7, B3`}
          maxLength={80}
          defaultValue={place}
          readOnly={rackId !== null}
        />
        <CheckboxField
          name="refrigerated"
          label={t`In the refrigerator (2–8 °C)`}
          defaultChecked={refrigerated}
        />
        <FormActions>
          <SubmitButton variant="quiet">
            <Trans>Save place</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}
