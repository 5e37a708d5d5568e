import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { exportLaboratory } from '#contract/transfer.ts'
import { callForResponse } from '../../api/client.ts'
import { Card } from '../../ui/card.tsx'
import { DateRange } from '../../ui/date-range.tsx'
import { CheckboxField, PasswordField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { toast } from '../../ui/toast.tsx'

/** Everything as one archive. The password is asked for again: it is everybody's record in one file. */
export function ExportCard() {
  const [days, setDays] = useState<{ from?: string | undefined; to?: string | undefined }>({})
  const take = useMutation({
    mutationFn: async (data: FormData) => {
      const password = String(data.get('currentPassword') ?? '')
      const response = await callForResponse(exportLaboratory, {
        body: {
          files: data.get('files') !== null,
          ...(days.from && { from: days.from }),
          ...(days.to && { to: days.to }),
          ...(password && { currentPassword: password }),
        },
      })
      return response.blob()
    },
    onSuccess(file) {
      saveFile(file, 'laboratory.zip')
      toast('success', t`Everything is in laboratory.zip. Keep it as you keep records.`)
    },
  })
  return (
    <Card aria-label={t`Export`} className="grid min-w-0 gap-4 *:min-w-0">
      <h2 className="text-l">
        <Trans>Take everything out</Trans>
      </h2>
      <p className="max-w-[65ch] text-ink-soft">
        <Trans>
          One ZIP file with a CSV file for each thing that you own, from patients to the audit trail, and a
          README that says what each column is. No passwords are in it.
        </Trans>
      </p>
      <FormShell
        scope="export"
        error={take.error}
        pending={take.isPending}
        onSubmit={(data) => take.mutate(data)}
      >
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
          <SubmitButton pending={take.isPending}>
            <Trans>Download everything</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Card>
  )
}
