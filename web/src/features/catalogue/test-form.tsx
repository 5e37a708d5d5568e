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
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { useCall } from '../../screen/use-call.ts'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'
import { TestFields, testFieldsOf } from './test-fields.tsx'

/** Changes what is said of a test. */
export function TestForm({ test, others }: { test: CatalogueTest; others: readonly TestEntry[] }) {
  const queryClient = useQueryClient()
  const params = { code: test.code }
  const save = useCall(
    (form: FormData) => {
      const body = {
        follows: test.version,
        reason: String(form.get('reason') ?? '').trim(),
        ...testFieldsOf(form),
      } as BodyInput<typeof updateCatalogueTest>
      return call(updateCatalogueTest, { params, body })
    },
    {
      onDone: ({ test: saved }) =>
        queryClient.setQueryData(queryFor(readCatalogueTest, { params }).queryKey, saved),
    },
  )
  return (
    <FormShell error={save.error} pending={save.isPending} onSubmit={(form) => save.mutate(form)}>
      <div className="cols-fit-220 grid items-start gap-5">
        <TextField
          name="name"
          label={t`Name`}
          required
          maxLength={120}
          autoComplete="off"
          defaultValue={test.name}
          hint={
            test.aliases.length > 0
              ? t`Also booked as ${test.aliases.join(', ')}`
              : t`An earlier name goes on being booked.`
          }
        />
        <TextField
          name="label"
          label={t`Name on the booking form`}
          required
          maxLength={120}
          autoComplete="off"
          defaultValue={test.label}
        />
      </div>
      <CheckboxField name="bookable" label={t`It can be booked`} defaultChecked={test.bookable} />
      <TestFields test={test} others={others} />
      <ReasonField label={t`Reason for the change`} hint={t`Kept in the history.`} required />
      <FormActions>
        <SubmitButton pending={save.isPending}>
          <Trans>Save Changes</Trans>
        </SubmitButton>
      </FormActions>
    </FormShell>
  )
}
