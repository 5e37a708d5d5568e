import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import {
  changeManager,
  deactivateManager,
  listManagers,
  type Manager,
  resendManager,
  withdrawManager,
} from '#contract/managers.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { noneChosen, SiteFields } from './access-fields.tsx'
import { InvitationActions } from './invitation-actions.tsx'
import { Leaving } from './leaving.tsx'

type Sites = readonly { id: string; name: string }[] | null

/** What can be done with a manager on the list. `sites` is null while nobody chooses. */
export function ManagerActions({ manager, sites }: { manager: Manager; sites: Sites }) {
  const { id, fullName, status, whyNotChange } = manager
  if (whyNotChange !== null && status === 'Active') {
    return sites ? <SitesOf manager={manager} sites={sites} /> : '—'
  }
  return (
    <div className="my-[-9px] -ms-3 flex flex-wrap">
      {sites && <SitesOf manager={manager} sites={sites} />}
      {status === 'Invited' ? (
        <InvitationActions
          invited={manager}
          listKey={keyOf(listManagers)}
          resend={() => call(resendManager, { params: { id } })}
          withdraw={() => call(withdrawManager, { params: { id } })}
        />
      ) : (
        <Leaving
          person={manager}
          title={t`Deactivate ${fullName}?`}
          listKey={keyOf(listManagers)}
          deactivate={(reason) => call(deactivateManager, { params: { id }, body: { reason } })}
        />
      )}
    </div>
  )
}

function SitesOf({ manager, sites }: { manager: Manager; sites: NonNullable<Sites> }) {
  const { id, fullName, whyNotChange } = manager
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState(manager.sites)
  const save = useMutation<{ message: string }, ApiError>({
    mutationFn: () => call(changeManager, { params: { id }, body: { sites: chosen } }),
    onSuccess: ({ message }) => {
      toast('success', message)
      setOpen(false)
    },
    // After a refusal too: the list is then out of date.
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(listManagers) }),
  })
  return (
    <>
      <Button
        variant="plain"
        aria-label={t`Sites of ${fullName}`}
        whyNot={whyNotChange}
        onClick={() => {
          setChosen(manager.sites)
          setOpen(true)
        }}
      >
        <Trans>Sites</Trans>
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Sites of ${fullName}`}>
        <FormShell error={save.error} pending={save.isPending} scope={id} onSubmit={() => save.mutate()}>
          <SiteFields sites={sites} chosen={chosen} whyNot={null} onChange={setChosen} />
          <FormActions>
            <SubmitButton pending={save.isPending} whyNot={noneChosen(chosen)}>
              <Trans>Save Changes</Trans>
            </SubmitButton>
          </FormActions>
        </FormShell>
      </Dialog>
    </>
  )
}
