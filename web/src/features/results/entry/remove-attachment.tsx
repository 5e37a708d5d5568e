import { t } from '@lingui/core/macro'
import { type Attachment, removeAttachment } from '#contract/attachments.ts'
import { DialogForm } from '../../../screen/dialog-form.tsx'
import { useResourceForm } from '../../../screen/use-resource-form.ts'
import { TextArea } from '../../../ui/fields.tsx'

/** Asks why a file is to be removed; null: none is. */
export function RemoveAttachment({ file, onClose }: { file: Attachment | null; onClose: () => void }) {
  return file && <ReasonForm file={file} onClose={onClose} />
}

function ReasonForm({ file, onClose }: { file: Attachment; onClose: () => void }) {
  const form = useResourceForm(removeAttachment, { params: { id: file.id }, onDone: onClose })
  return (
    <DialogForm
      form={form}
      onClose={onClose}
      title={t`Remove ${file.name}`}
      variant="danger"
      submit={t`Remove the file`}
    >
      <TextArea
        name="reason"
        label={t`Reason`}
        hint={t`The file is marked as removed and kept; a manager can still read it.`}
        rows={3}
        maxLength={500}
        required
        data-first-focus=""
      />
    </DialogForm>
  )
}
