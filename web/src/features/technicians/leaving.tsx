import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { ReasonField } from '../../ui/reason-field.tsx'
import { toast } from '../../ui/toast.tsx'

type Person = {
  person: { fullName: string }
  /** The question, as a title. */
  title: string
  /** The list that shows them. */
  listKey: readonly unknown[]
  deactivate: (reason: string) => Promise<{ message: string }>
}

/** Deactivates somebody who leaves, after a question. */
export function Leaving(props: Person) {
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  return (
    <>
      <Button variant="plain" aria-label={t`Delete ${props.person.fullName}`} onClick={() => setAsking(true)}>
        <Trans>Delete</Trans>
      </Button>
      <Dialog open={asking} onClose={close} title={props.title} question>
        <DeactivateForm {...props} onClose={close} />
      </Dialog>
    </>
  )
}

function DeactivateForm({
  person: { fullName },
  listKey,
  deactivate: close,
  onClose,
}: Person & { onClose: () => void }) {
  const queryClient = useQueryClient()
  const deactivate = useMutation({
    mutationFn: close,
    onSuccess: ({ message }) => {
      toast('success', message)
      onClose()
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: listKey }),
  })
  return (
    <FormShell
      error={deactivate.error}
      pending={deactivate.isPending}
      onSubmit={(form) => deactivate.mutate(String(form.get('reason')))}
    >
      <p>
        <Trans>
          <strong>{fullName}</strong> is logged out at once and can no longer log in. What they did stays on
          record under their name.
        </Trans>
      </p>
      <ReasonField optional />
      <DialogActions>
        <Button data-first-focus onClick={onClose}>
          <Trans>Keep</Trans>
        </Button>
        <Button type="submit" variant="danger" pending={deactivate.isPending}>
          <Trans>Delete</Trans>
        </Button>
      </DialogActions>
    </FormShell>
  )
}
