import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { storeSample } from '#contract/bench.ts'
import { call } from '../../../api/client.ts'
import { Card } from '../../../ui/card.tsx'
import { CheckboxField, TextField } from '../../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { useBenchCall } from '../bench/use-bench-call.ts'

/** Where the tube stands, so that it is found again. */
export function StorageForm({
  accession,
  place,
  refrigerated,
}: {
  accession: string
  place: string
  refrigerated: boolean
}) {
  const store = useBenchCall(
    (body: { storagePlace: string; refrigerated: boolean }) =>
      call(storeSample, { params: { accession }, body }),
    { quiet: true },
  )
  return (
    <Card aria-labelledby="storage">
      <h2 id="storage" className="heading-row">
        <Trans>Storage</Trans>
      </h2>
      <FormShell
        error={store.error}
        pending={store.isPending}
        onSubmit={(data) =>
          store.mutate({
            storagePlace: String(data.get('storagePlace') ?? ''),
            refrigerated: data.has('refrigerated'),
          })
        }
      >
        <TextField
          name="storagePlace"
          label={t`Storage place`}
          placeholder={t`Fridge 1, rack 7, B3`}
          maxLength={80}
          defaultValue={place}
        />
        <CheckboxField
          name="refrigerated"
          label={t`In the refrigerator (2–8 °C)`}
          defaultChecked={refrigerated}
        />
        <FormActions>
          <SubmitButton variant="quiet" pending={store.isPending}>
            <Trans>Save place</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Card>
  )
}
