import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undoMerge } from '#contract/patients.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshPatients } from './refresh-patients.ts'

type Asked = { mergeId: string; onClose: () => void; onUndone: () => void }

export function UndoDialog(asked: Asked) {
  return (
    <Dialog open onClose={asked.onClose} title="Part these two patients again?" question>
      <UndoForm {...asked} />
    </Dialog>
  )
}

function UndoForm({ mergeId, onClose, onUndone }: Asked) {
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: (reason: string) => call(undoMerge, { params: { id: mergeId }, body: { reason } }),
    onSuccess: async ({ message }) => {
      toast('success', message)
      await refreshPatients(queryClient)
      onUndone()
    },
  })
  return (
    <FormShell
      error={undo.error}
      pending={undo.isPending}
      onSubmit={(form) => undo.mutate(String(form.get('reason')))}
    >
      <p>
        Everything that came along goes back, and both are what they were before. Visits that were booked
        since stay where they are. Both are told by e-mail.
      </p>
      <TextField name="reason" label="Reason" maxLength={500} autoComplete="off" hint="Kept with both." />
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          Keep them joined
        </Button>
        <Button type="submit" variant="danger" pending={undo.isPending}>
          Undo
        </Button>
      </DialogActions>
    </FormShell>
  )
}
