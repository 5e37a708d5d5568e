import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type Attachment, removeAttachment } from '#contract/attachments.ts'
import type { ApiError } from '../../../api/api-error.ts'
import { call } from '../../../api/client.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../../ui/form-shell.tsx'
import { toast } from '../../../ui/toast.tsx'
import { refreshLab } from '../refresh-lab.ts'

/** Asks why a file is to be removed; null: none is. */
export function RemoveAttachment({ file, onClose }: { file: Attachment | null; onClose: () => void }) {
  return (
    <Dialog open={file !== null} onClose={onClose} title={file && t`Remove ${file.name}`}>
      {file && <ReasonForm file={file} onDone={onClose} />}
    </Dialog>
  )
}

function ReasonForm({ file, onDone }: { file: Attachment; onDone: () => void }) {
  const queryClient = useQueryClient()
  const remove = useMutation<{ message: string }, ApiError, string>({
    mutationFn: (reason) => call(removeAttachment, { params: { id: file.id }, body: { reason } }),
    onSuccess: ({ message }) => {
      toast('success', message)
      onDone()
    },
    onSettled: () => void refreshLab(queryClient),
  })
  return (
    <FormShell
      error={remove.error}
      pending={remove.isPending}
      onSubmit={(data) => remove.mutate(String(data.get('reason') ?? ''))}
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
      <FormActions>
        <SubmitButton variant="danger" pending={remove.isPending}>
          <Trans>Remove the file</Trans>
        </SubmitButton>
      </FormActions>
    </FormShell>
  )
}
