import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { addCatalogueTest, readCatalogue } from '#contract/catalogue.ts'
import { proposeTestCode } from '#contract/catalogue-codes.ts'
import type { BodyInput } from '#contract/endpoint.ts'
import { call } from '../../api/client.ts'
import { queryFor } from '../../api/queries.ts'
import { useCall } from '../../screen/use-call.ts'
import { CheckboxField, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { BackToCatalogue } from './back-to-catalogue.tsx'
import { CodeField } from './code-field.tsx'
import { PanelField } from './panel-field.tsx'
import { TestFields, testFieldsOf } from './test-fields.tsx'

/** A test of the laboratory's own: booked, collected, entered and reported as those that came with the product. */
export function AddTestScreen() {
  const { data: catalogue } = useSuspenseQuery(queryFor(readCatalogue))
  const navigate = useNavigate()
  const [name, setName] = useState('')
  const [analytes, setAnalytes] = useState<string[]>([])
  const add = useCall(
    (form: FormData) => {
      const body = { ...testFieldsOf(form), code: String(form.get('code')).trim(), analytes }
      return call(addCatalogueTest, { body: body as BodyInput<typeof addCatalogueTest> })
    },
    {
      onDone: ({ test }) =>
        navigate({ to: '/manager-dashboard/catalogue/tests/$code', params: { code: test.code } }),
    },
  )
  const taken = catalogue.tests.map(({ code }) => code)
  return (
    <Page>
      <BackToCatalogue />
      <PageHeader
        title={t`Add a test`}
        about={
          <>
            <Trans>
              Its analytes are chosen from the catalogue: what is missing there,{' '}
              <Link to="/manager-dashboard/catalogue/add-analyte">add first</Link>.
            </Trans>
          </>
        }
      />
      <FormShell
        error={add.error}
        pending={add.isPending}
        check={() => (analytes.length === 0 ? { analytes: [t`Choose at least one analyte`] } : {})}
        onSubmit={(form) => add.mutate(form)}
      >
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
          hint={t`Left empty: the same.`}
        />
        <PanelField
          analytes={catalogue.analytes}
          chosen={analytes}
          disabled={add.isPending}
          onChange={setAnalytes}
        />
        <TestFields test={null} others={catalogue.tests} />
        <CheckboxField name="bookable" label={t`It can be booked, from now on`} defaultChecked />
        <FormActions>
          <SubmitButton pending={add.isPending}>
            <Trans>Add the test</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Page>
  )
}
