import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import {
  type CatalogueTest,
  readCatalogueTest,
  type TestEntry,
  updateCatalogueTest,
} from '#contract/catalogue.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { queryFor } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'
import { TestFields, testOf, typedOf } from './test-fields.tsx'

/** Changes what is said of a test. */
export function TestForm({ test, others }: { test: CatalogueTest; others: readonly TestEntry[] }) {
  const queryClient = useQueryClient()
  const params = { code: test.code }
  const form = useResourceForm(updateCatalogueTest, {
    params,
    of: test,
    start: typedOf(test),
    body: (held, { version }) =>
      ({ ...testOf(held), follows: version }) as BodyInput<typeof updateCatalogueTest>,
    again: true,
    onDone: ({ test: saved }) =>
      queryClient.setQueryData(queryFor(readCatalogueTest, { params }).queryKey, saved),
  })
  return (
    <ResourceForm form={form}>
      <div className="cols-fit-220 grid items-start gap-5">
        <TextField
          name="name"
          label={t`Name`}
          required
          maxLength={120}
          autoComplete="off"
          hint={
            test.aliases.length > 0
              ? t`Also booked as ${test.aliases.join(', ')}`
              : t`The test can still be booked by an earlier name.`
          }
        />
        <TextField
          name="label"
          label={t`Name on the booking form`}
          required
          maxLength={120}
          autoComplete="off"
        />
      </div>
      <CheckboxField name="bookable" label={t`Can be booked`} />
      <TestFields test={test} others={others} />
      <ReasonField label={t`Reason for the change`} hint={t`Kept in the history.`} required />
      <FormActions>
        <SubmitButton>
          <Trans>Save Changes</Trans>
        </SubmitButton>
      </FormActions>
    </ResourceForm>
  )
}
