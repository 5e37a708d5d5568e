import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useNavigate } from '@tanstack/react-router'
import { setUp } from '#contract/access.ts'
import { rememberAddress } from '../../api/session.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { TextField } from '../../ui/fields.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { DeadLink } from './dead-link.tsx'
import { EntryScreen } from './entry-screen.tsx'
import { fragmentValue } from './fragment.ts'
import { NewPasswordFields, passwordProblem } from './new-password.tsx'
import { Inside } from './way-in.tsx'

/** The first manager makes their account with the link that the server printed. */
export function SetUpScreen() {
  const token = fragmentValue('/set-up', 'token')
  return (
    <EntryScreen
      title={t`Set up your laboratory`}
      about={t`Create the account of the first manager.`}
      aside={
        <Inside
          picture={<MicroscopeDrawing />}
          title={t`As the manager you`}
          points={[
            t`See all visits and patients`,
            t`Read what people write to the laboratory`,
            t`Decide who else works here`,
          ]}
        />
      }
    >
      {token === null ? (
        <DeadLink>
          <Trans>
            Copy the whole link that the server printed when it started. It prints a new one at each start
            until there is a manager.
          </Trans>
        </DeadLink>
      ) : (
        <SetUpForm token={token} />
      )}
    </EntryScreen>
  )
}

function SetUpForm({ token }: { token: string }) {
  const navigate = useNavigate()
  const form = useResourceForm(setUp, {
    start: { token },
    onDone: async (_, { email }) => {
      rememberAddress(email.trim())
      await navigate({ to: '/login' })
    },
  })
  return (
    <ResourceForm form={form}>
      <TextField name="fullName" label={t`Full name`} autoComplete="name" required />
      <TextField name="email" label={t`Email`} type="email" autoComplete="email" required />
      <NewPasswordFields />
      <SubmitButton wide whyNot={passwordProblem(form.watch())}>
        <Trans>Create the manager’s account</Trans>
      </SubmitButton>
    </ResourceForm>
  )
}
