import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteProfile, type Profile } from '#contract/access.ts'
import { call } from '../../api/client.ts'
import { endSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/fields.tsx'
import { FormShell } from '../../ui/form-shell.tsx'
import { whatLeavingMeans } from './leaving.ts'

export function DeleteProfileDialog(props: { profile: Profile; open: boolean; onClose: () => void }) {
  return (
    <Dialog open={props.open} onClose={props.onClose} title={t`Delete your profile?`} question>
      <DeleteForm {...props} />
    </Dialog>
  )
}

function DeleteForm({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const remove = useMutation({
    mutationFn: (currentPassword: string | undefined) =>
      call(deleteProfile, { body: { ...(currentPassword !== undefined && { currentPassword }) } }),
    onSuccess: async ({ message }) => {
      await endSession()
      await navigate({ to: '/login', state: { notice: message } })
      queryClient.clear()
    },
  })
  return (
    <FormShell
      error={remove.error}
      pending={remove.isPending}
      onSubmit={(form) =>
        remove.mutate(profile.hasPassword ? String(form.get('currentPassword')) : undefined)
      }
    >
      <p>{whatLeavingMeans(profile.role).question}</p>
      {profile.hasPassword && (
        <PasswordField
          name="currentPassword"
          label={t`Current password`}
          autoComplete="current-password"
          required
        />
      )}
      <DialogActions>
        <Button autoFocus={!profile.hasPassword} onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
        <Button type="submit" variant="danger" pending={remove.isPending}>
          <Trans>Delete Profile</Trans>
        </Button>
      </DialogActions>
    </FormShell>
  )
}
