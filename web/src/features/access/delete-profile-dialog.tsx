import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { deleteProfile, type Profile } from '#contract/access.ts'
import { endSession } from '../../api/session.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { whatLeavingMeans } from './leaving.ts'
import { withProof } from './own-form.tsx'
import { OwnProof } from './own-proof.tsx'

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
  const form = useResourceForm(deleteProfile, {
    body: withProof,
    says: false,
    onDone: async ({ message }) => {
      await endSession()
      await navigate({ to: '/login', state: { notice: message } })
      queryClient.clear()
    },
  })
  return (
    <ResourceForm form={form}>
      <p>{whatLeavingMeans(profile.role).question}</p>
      <OwnProof profile={profile} />
      <DialogActions>
        <Button autoFocus={!profile.hasPassword} onClick={onClose}>
          <Trans>Keep it</Trans>
        </Button>
        <SubmitButton variant="danger">
          <Trans>Delete Profile</Trans>
        </SubmitButton>
      </DialogActions>
    </ResourceForm>
  )
}
