import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { resetPassword } from '#contract/access.ts'
import { endSession } from '../../api/session.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { LockedCabinetDrawing } from '../../ui/drawings.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { DeadLink } from './dead-link.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { fragmentValue } from './fragment.ts'
import { NewPasswordFields, passwordProblem } from './new-password.tsx'
import { Inside } from './way-in.tsx'

export function ResetPasswordScreen() {
  const token = fragmentValue('/reset-password', 'token')
  const afterCode = fragmentValue('/reset-password', 'after') === 'otp'
  return (
    <EntryScreen
      title={afterCode ? t`Choose a password` : t`Choose a new password`}
      about={
        afterCode
          ? t`Your address is confirmed. You signed up in another browser, so the password that you entered there is not used. Choose a password here.`
          : t`You then log in with it, here and everywhere else.`
      }
      aside={
        <Inside
          picture={<LockedCabinetDrawing />}
          title={t`A good password`}
          points={[
            t`Three or four words that do not belong together`,
            t`One that you use nowhere else`,
            t`Kept in a password manager, if you have one`,
          ]}
        />
      }
    >
      {token === null ? (
        <DeadLink>
          <Trans>Open the link in the mail once more, or ask for a new one.</Trans>
        </DeadLink>
      ) : (
        <ResetForm token={token} />
      )}
      {!afterCode && (
        <EntryFoot>
          <Trans>
            Does the link not work? <Link to="/forgot-password">Ask for a new one</Link>
          </Trans>
        </EntryFoot>
      )}
    </EntryScreen>
  )
}

function ResetForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useResourceForm(resetPassword, {
    start: { token },
    onDone: async () => {
      // Every session of the account has just ended, this browser's too.
      await endSession()
      await navigate({ to: '/login' })
    },
  })
  return (
    <ResourceForm form={form}>
      <NewPasswordFields label={t`New password`} />
      <SubmitButton wide whyNot={passwordProblem(form.watch())}>
        <Trans>Set new password</Trans>
      </SubmitButton>
    </ResourceForm>
  )
}
