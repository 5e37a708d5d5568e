import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { acceptInvitation } from '#contract/technicians.ts'
import { startSession } from '../../api/session.ts'
import { translated } from '../../lib/translated.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { toast } from '../../ui/toast.tsx'
import { DeadInvitationNotice } from './dead-invitation-notice.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { invitationOf } from './invitation-of.ts'
import { NewPasswordFields, passwordProblem } from './new-password.tsx'
import { Inside } from './way-in.tsx'

/** Where each logs in, from their first password on. */
const logins = { technician: '/technician-login', admin: '/login', clinician: '/login' } as const

/** Where the mailed invitation leads: a technician or manager to be chooses a password. */
export function InvitationScreen({ id, token }: { id: string; token: string }) {
  const { data: invitation } = useSuspenseQuery(invitationOf(token))
  return (
    <EntryScreen
      title={t`Set New Password`}
      about={
        invitation.state === 'open' && (
          <Trans>
            Welcome to {invitation.laboratory}, <strong>{invitation.fullName}</strong>. Choose a password to
            log in with.
          </Trans>
        )
      }
      aside={
        <Inside
          picture={<MicroscopeDrawing />}
          title={t`A good password`}
          points={[
            t`Three or four words that do not belong together`,
            t`One that you use nowhere else`,
            t`Known to you alone: what you do here is recorded under your name`,
          ]}
        />
      }
    >
      {invitation.state === 'open' ? (
        <SetPassword id={id} token={token} login={logins[invitation.role]} />
      ) : (
        <DeadInvitationNotice {...invitation} />
      )}
      {invitation.state !== 'used' && (
        <EntryFoot>
          <Trans>
            Is your password set?{' '}
            <Link to={invitation.state === 'open' ? logins[invitation.role] : '/login'}>Log in</Link>
          </Trans>
        </EntryFoot>
      )}
    </EntryScreen>
  )
}

function SetPassword({
  id,
  token,
  login,
}: {
  id: string
  token: string
  login: (typeof logins)[keyof typeof logins]
}) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const form = useResourceForm(acceptInvitation, {
    params: { id },
    start: { token },
    failure: translated(messages.technicians.passwordFailure),
    says: false,
    onDone: async ({ token: session, message }) => {
      startSession(session)
      toast('success', message || translated(messages.technicians.passwordSet))
      // The link is used up: it is not to be gone back to.
      await navigate({ to: login, replace: true })
      // What was read for whoever was here before, and of the invitation, is out of date.
      await queryClient.resetQueries()
    },
  })
  return (
    <ResourceForm form={form}>
      <NewPasswordFields label={t`New Password`} confirmLabel={t`Confirm Password`} />
      <SubmitButton wide whyNot={passwordProblem(form.watch())}>
        <Trans>Login</Trans>
      </SubmitButton>
    </ResourceForm>
  )
}
