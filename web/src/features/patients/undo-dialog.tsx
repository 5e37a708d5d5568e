import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { undoJoin } from '#contract/joins.ts'
import { call } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { refreshPatients } from './refresh-patients.ts'

type Asked = { joinId: string; onClose: () => void; onUndone: () => void }

export function UndoDialog(asked: Asked) {
  return (
    <Dialog open onClose={asked.onClose} title={t`Part these two records again?`} question>
      <UndoForm {...asked} />
    </Dialog>
  )
}

function UndoForm({ joinId, onClose, onUndone }: Asked) {
  const queryClient = useQueryClient()
  const undo = useMutation({
    mutationFn: (reason: string) => call(undoJoin, { params: { id: joinId }, body: { reason } }),
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
        <Trans>
          Each record has its own visits and results again, and is opened by its own accounts only. The
          accounts are told.
        </Trans>
      </p>
      <TextField
        name="reason"
        label={t`Reason`}
        maxLength={500}
        autoComplete="off"
        hint={t`Kept with both.`}
      />
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          <Trans>Keep them joined</Trans>
        </Button>
        <Button type="submit" variant="danger" pending={undo.isPending}>
          <Trans>Undo</Trans>
        </Button>
      </DialogActions>
    </FormShell>
  )
}
