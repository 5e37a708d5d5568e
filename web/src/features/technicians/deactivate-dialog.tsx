import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messages } from '#contract/messages.ts'
import { deactivateTechnician, listTechnicians, type Technician } from '#contract/technicians.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'

type Asked = { technician: Technician; open: boolean; onClose: () => void }

export function DeactivateDialog(props: Asked) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={messages.technicians.confirmDelete} question>
      <DeactivateForm {...props} />
    </Dialog>
  )
}

function DeactivateForm({ technician: { id, fullName }, onClose }: Asked) {
  const queryClient = useQueryClient()
  const deactivate = useMutation({
    mutationFn: (reason: string) => call(deactivateTechnician, { params: { id }, body: { reason } }),
    onSuccess: ({ message }) => {
      toast('success', message)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listTechnicians) }),
  })
  return (
    <FormShell
      error={deactivate.error}
      pending={deactivate.isPending}
      onSubmit={(form) => deactivate.mutate(String(form.get('reason')))}
    >
      <p>
        <strong>{fullName}</strong> is logged out at once and can no longer log in. What they did stays on
        record under their name.
      </p>
      <TextField
        name="reason"
        label="Reason"
        optional
        maxLength={500}
        hint="Kept in the audit trail."
        autoComplete="off"
      />
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          Keep
        </Button>
        <Button type="submit" variant="danger" pending={deactivate.isPending}>
          Delete
        </Button>
      </DialogActions>
    </FormShell>
  )
}
