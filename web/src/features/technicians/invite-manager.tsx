import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { inviteManager, listManagers } from '#contract/managers.ts'
import type { ApiError } from '../../api/api-error.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { toast } from '../../ui/toast.tsx'
import { noneChosen, SiteFields } from './access-fields.tsx'

/** Invites a manager, or again one who left. `sites` is null while nobody chooses. */
export function InviteManager({
  sites,
  own,
  left,
}: {
  sites: readonly { id: string; name: string }[] | null
  own: string[] | null
  left?: { fullName: string; email: string }
}) {
  const queryClient = useQueryClient()
  const [open, setOpen] = useState(false)
  const [chosen, setChosen] = useState<string[] | null>(own)
  const invite = useMutation<unknown, ApiError, { fullName: string; email: string }>({
    mutationFn: (person) => call(inviteManager, { body: { ...person, sites: chosen } }),
    onSuccess: async () => {
      toast('success', t`The invitation is on its way.`)
      setOpen(false)
      await queryClient.invalidateQueries({ queryKey: keyOf(listManagers) })
    },
  })
  return (
    <>
      <Button
        variant={left ? 'plain' : 'primary'}
        aria-label={left && t`Invite again: ${left.fullName}`}
        onClick={() => setOpen(true)}
      >
        {left ? t`Invite again` : t`Invite Manager`}
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title={t`Invite Manager`}>
        <FormShell
          error={invite.error}
          pending={invite.isPending}
          scope={left?.email ?? 'manager'}
          onSubmit={(data) =>
            invite.mutate({
              fullName: String(data.get('fullName') ?? ''),
              email: String(data.get('email') ?? ''),
            })
          }
        >
          <TextField
            name="fullName"
            label={t`Full Name`}
            defaultValue={left?.fullName}
            autoComplete="off"
            aria-required
            data-first-focus=""
          />
          <TextField
            name="email"
            label={t`Email`}
            type="email"
            defaultValue={left?.email}
            autoComplete="off"
            aria-required
            hint={t`The invitation is mailed there; its link works once, for 7 days.`}
          />
          {sites && (
            <SiteFields
              sites={sites}
              chosen={chosen}
              whyNot={own === null ? null : t`Only a manager who sees all sites chooses others.`}
              onChange={setChosen}
            />
          )}
          <FormActions>
            <SubmitButton pending={invite.isPending} whyNot={noneChosen(chosen)}>
              <Trans>Send Invitation</Trans>
            </SubmitButton>
          </FormActions>
        </FormShell>
      </Dialog>
    </>
  )
}
