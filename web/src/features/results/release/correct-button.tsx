import { t } from '@lingui/core/macro'
import { whyNotPermitted } from '#contract/permissions.ts'
import { correctResults } from '#contract/reports.ts'
import { useMay } from '../../../api/use-may.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useFormDialog } from '../../../screen/use-form-dialog.ts'
import { TextArea } from '../../../ui/fields.tsx'

/** Opens released results again. The report keeps the reason. */
export function CorrectButton({ taskId }: { taskId: string }) {
  const whyNot = useMay('release') ? null : whyNotPermitted('release')
  const dialog = useFormDialog(correctResults, { params: { id: taskId } })
  return (
    <DialogForm
      opener={{ whyNot, children: t`Correct these results` }}
      {...dialog}
      title={t`Correct released results`}
      submit={t`Open for correction`}
    >
      <TextArea
        name="reason"
        label={t`Reason`}
        hint={t`The new report states it. Until the new report is released, everybody sees the current one.`}
        rows={3}
        maxLength={500}
        required
        data-first-focus=""
      />
    </DialogForm>
  )
}
