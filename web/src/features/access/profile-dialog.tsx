import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Profile } from '#contract/access.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TextField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { OwnProof } from './own-proof.tsx'
import { PendingEmail } from './pending-email.tsx'
import { useProfileForm } from './profile-form.ts'
import { roleNames } from './role-names.ts'

/** The profile behind the name in an area's header. */
export function ProfileDialog({
  profile,
  open,
  onClose,
}: {
  profile: Profile
  open: boolean
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title={t`Your profile`}>
      <ProfileForm profile={profile} onSaved={onClose} />
    </Dialog>
  )
}

function ProfileForm({ profile, onSaved }: { profile: Profile; onSaved: () => void }) {
  const { form, asksProof, onConfirmed, whyNotSave } = useProfileForm(profile, onSaved)
  return (
    <ResourceForm form={form}>
      <PendingEmail address={profile.pendingEmail} />
      <TextField name="fullName" label={t`Name`} autoComplete="name" required />
      <TextField
        name="email"
        label={t`Email`}
        type="email"
        autoComplete="email"
        required={profile.email !== ''}
      />
      {asksProof && (
        <OwnProof
          profile={profile}
          hint={t`A new address needs your password. It counts once you open the link mailed to it.`}
          onConfirmed={onConfirmed}
        />
      )}
      <TextField name="role" label={t`Role`} value={roleNames[profile.role]} readOnly />
      <SubmitButton wide whyNot={whyNotSave}>
        <Trans>Save Changes</Trans>
      </SubmitButton>
    </ResourceForm>
  )
}
