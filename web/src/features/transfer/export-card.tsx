import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { exportLaboratory } from '#contract/transfer.ts'
import { callForResponse } from '../../api/client.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Card } from '../../ui/card.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { CheckboxField, PasswordField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { saveFile } from '../../ui/save-file.ts'

/** Everything as one archive. The password is asked for again: it is everybody's record in one file. */
export function ExportCard() {
  const [days, setDays] = useState<{ from?: string | undefined; to?: string | undefined }>({})
  const form = useResourceForm(exportLaboratory, {
    body: ({ files, currentPassword }) => ({
      files,
      ...(days.from && { from: days.from }),
      ...(days.to && { to: days.to }),
      ...(currentPassword && { currentPassword }),
    }),
    send: async (body) => (await callForResponse(exportLaboratory, { body })).blob(),
    says: t`Everything is in laboratory.zip. Protect it as you protect medical records.`,
    onDone: (file) => saveFile(file, 'laboratory.zip'),
  })
  return (
    <Card aria-label={t`Export`} className="grid min-w-0 gap-4 *:min-w-0">
      <h2 className="text-l">
        <Trans>Export everything</Trans>
      </h2>
      <p className="max-w-[65ch] text-ink-soft">
        <Trans>
          One ZIP file with a CSV file for each thing that you own, from patients to the audit trail, and a
          README that says what each column is. No passwords are in it.
        </Trans>
      </p>
      <ResourceForm form={form} scope="export">
        <div className="cols-fit-180 grid gap-4">
          <DateRange
            from={days.from}
            to={days.to}
            onChange={(change) => setDays((now) => ({ ...now, ...change }))}
          />
        </div>
        <CheckboxField name="files" label={t`With reports as PDF and attached files`} defaultChecked />
        <PasswordField
          name="currentPassword"
          label={t`Your password`}
          autoComplete="current-password"
          hint={t`Leave it empty if you sign in by another service only.`}
        />
        <FormActions>
          <SubmitButton>
            <Trans>Download everything</Trans>
          </SubmitButton>
        </FormActions>
      </ResourceForm>
    </Card>
  )
}
