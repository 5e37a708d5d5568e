import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { retractResults } from '#contract/reports.ts'
import { useMay } from '../../../api/use-may.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { CheckboxField, TextArea } from '../../../ui/fields.tsx'

/** Takes released results back at once, for whoever may. Until there are new ones the report says that there are none. */
export function WithdrawButton({ taskId }: { taskId: string }) {
  const may = useMay('retract')
  const dialog = useFormDialog(retractResults, { start: { tasks: [taskId] } })
  if (!may) return null
  return (
    <DialogForm
      opener={{ variant: 'danger', children: t`Withdraw these results` }}
      {...dialog}
      title={t`Withdraw released results`}
      submit={t`Withdraw`}
    >
      <p>
        <Trans>
          A new version of the report says that they are not valid, and the patient is told. Earlier versions
          stay readable and are marked as replaced.
        </Trans>
      </p>
      <TextArea
        name="reason"
        label={t`Reason`}
        hint={t`The new report states it, and the patient reads it.`}
        rows={3}
        maxLength={500}
        required
        data-first-focus=""
      />
      <CheckboxField
        name="wholeReport"
        label={t`Everything that the visit’s report shows, not only this test`}
      />
    </DialogForm>
  )
}
