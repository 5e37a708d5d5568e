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
        Storage
      </h2>
      <FormShell
        error={store.error}
        pending={store.isPending}
        onSubmit={(data) => store.mutate(String(data.get('storagePlace') ?? ''))}
      >
        <TextField
          name="storagePlace"
          label="Storage place"
          placeholder="Fridge 1, rack 7, B3"
          maxLength={80}
          defaultValue={place}
        />
        <FormActions>
          <SubmitButton variant="quiet" pending={store.isPending}>
            Save place
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Card>
  )
}
