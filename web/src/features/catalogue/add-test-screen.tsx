import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { addCatalogueTest, readCatalogue } from '#contract/catalogue.ts'
import { proposeTestCode } from '#contract/catalogue-codes.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { queryFor } from '../../api/queries.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { CodeField } from './code-field.tsx'
import { PanelField } from './panel-field.tsx'
import { TestFields, testOf } from './test-fields.tsx'

/** A test of the laboratory's own: booked, collected, entered and reported as those that came with the product. */
export function AddTestScreen() {
  const { data: catalogue } = useSuspenseQuery(queryFor(readCatalogue))
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const form = useResourceForm(addCatalogueTest, {
    start: { analytes: [] },
    body: (held) => testOf(held) as BodyInput<typeof addCatalogueTest>,
    onDone: ({ test }) =>
      navigate({ to: '/manager-dashboard/catalogue/tests/$code', params: { code: test.code } }),
  })
  const taken = catalogue.tests.map(({ code }) => code)
  return (
    <Screen
      rhythm="cards"
      title={t`Add a test`}
      about={
        <Trans>
          Its analytes are chosen from the catalogue: what is missing there,{' '}
          <Link to="/manager-dashboard/catalogue/add-analyte">add first</Link>.
        </Trans>
      }
    >
      <ResourceForm form={form}>
        <div className="cols-fit-220 grid items-start gap-5">
          <TextField
            name="name"
            label={t`Name`}
            required
            maxLength={120}
            autoComplete="off"
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
          />
          <CodeField proposed={proposeTestCode(name, taken)} maxLength={12} />
        </div>
        <TextField
          name="label"
          label={t`Name on the booking form`}
          optional
          maxLength={120}
          autoComplete="off"
          hint={t`If empty, the same as the name.`}
        />
        <PanelField analytes={catalogue.analytes} disabled={form.pending} />
        <TestFields test={null} others={catalogue.tests} />
        <CheckboxField name="bookable" label={t`Can be booked from now on`} defaultChecked />
        <FormActions>
          <SubmitButton>
            <Trans>Add the test</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Screen>
  )
}
