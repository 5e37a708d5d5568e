import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { storeSample } from '#contract/bench.ts'
import { call } from '../../../api/client.ts'
import { Card } from '../../../ui/card.tsx'
import { TextField } from '../../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { useBenchCall } from '../bench/use-bench-call.ts'

/** Where the tube stands, so that it is found again. */
export function StorageForm({ accession, place }: { accession: string; place: string }) {
  const store = useBenchCall(
    (storagePlace: string) => call(storeSample, { params: { accession }, body: { storagePlace } }),
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
        onSubmit={(data) => store.mutate(String(data.get('storagePlace') ?? ''))}
      >
        <TextField
          name="storagePlace"
          label={t`Storage place`}
          placeholder={t`Fridge 1, rack 7, B3`}
          maxLength={80}
          defaultValue={place}
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
