import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { readProfile } from '#contract/access.ts'
import { queryFor } from '../../api/queries.ts'
import { languageOptions, languagesOf } from '../../lib/locale.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { Screen } from '../../screen/screen.tsx'
import { Button, buttonClass } from '../../ui/button.tsx'
import { PasswordField, SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, SubmitButton } from '../../ui/form-actions.tsx'
import { DeleteProfileDialog } from './delete-profile-dialog.tsx'
import { whatLeavingMeans } from './leaving.ts'
import { PasswordRules } from './new-password.tsx'
import { OwnProof } from './own-proof.tsx'
import { PendingEmail } from './pending-email.tsx'
import { useProfileForm } from './profile-form.ts'
import { SignInPhone } from './sign-in-phone.tsx'

/** `profile` is the screen that shows what was saved. */
export function EditProfileScreen({ profile = '/profile' }: { profile?: '/profile' | '/profile-tech' }) {
  const navigate = useNavigate()
  const { data: me } = useSuspenseQuery(queryFor(readProfile))
  const [deleting, setDeleting] = useState(false)
  const { form, typed, asksProof, onConfirmed, whyNotSave } = useProfileForm(
    me,
    () => void navigate({ to: profile }),
  )
  return (
    <Screen measure="text" title={t`Edit Profile`} about={t`Fields that you do not change stay as they are.`}>
      <ResourceForm form={form}>
        <PendingEmail address={me.pendingEmail} />
        <TextField name="fullName" label={t`Full Name`} autoComplete="name" required />
        <TextField
          name="email"
          label={t`Email`}
          type="email"
          autoComplete="email"
          {...(me.email === '' ? { optional: true } : { required: true })}
          hint={t`A new address counts once you open the link mailed to it.`}
        />
        <TextField name="phone" label={t`Phone Number`} optional type="tel" autoComplete="tel" />
        <SelectField
          name="language"
          label={t`Language`}
          hint={t`For these screens and for our messages to you.`}
          options={languageOptions(languagesOf(me.role))}
        />
        <PasswordField
          name="password"
          label={t`Password`}
          optional
          autoComplete="new-password"
          hint={
            typed.password ? (
              <PasswordRules password={typed.password} />
            ) : (
              t`Leave it empty to keep things as they are.`
            )
          }
        />
        {asksProof && (
          <OwnProof
            profile={me}
            hint={t`Needed to change the address or the password, so that nobody else can change them.`}
            onConfirmed={onConfirmed}
          />
        )}
        <FormActions>
          <SubmitButton whyNot={whyNotSave}>
            <Trans>Save Changes</Trans>
          </SubmitButton>
          <Link to={profile} className={buttonClass()}>
            <Trans>Cancel</Trans>
          </Link>
        </FormActions>
      </ResourceForm>
      <SignInPhone profile={me} />
      <section className="stack mt-12 items-start gap-3 border-t pt-8 [&_h2]:text-l [&_p]:text-ink-soft">
        <h2>
          <Trans>Delete Profile</Trans>
        </h2>
        <p>{whatLeavingMeans(me.role).before}</p>
        <Button variant="danger" onClick={() => setDeleting(true)}>
          <Trans>Delete Profile</Trans>
        </Button>
      </section>
      <DeleteProfileDialog profile={me} open={deleting} onClose={() => setDeleting(false)} />
    </Screen>
  )
}
