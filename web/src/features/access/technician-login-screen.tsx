import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { technicianLogin } from '#contract/technicians.ts'
import { call } from '../../api/client.ts'
import { MicroscopeDrawing } from '../../ui/drawings.tsx'
import { AlreadyIn } from './already-in.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { IssuerButton } from './issuer-button.tsx'
import { LoginForm } from './login-form.tsx'
import { PasskeyWay } from './passkey-way.tsx'
import { Inside } from './way-in.tsx'

export function TechnicianLoginScreen() {
  return (
    <EntryScreen
      title={t`Technician Login`}
      about={t`For those who work at the bench.`}
      aside={
        <Inside
          picture={<MicroscopeDrawing />}
          title={t`The bench at a glance`}
          points={[
            t`Tests of your specialties, the most urgent first`,
            t`Samples found by their label`,
            t`Logged out automatically after half an hour without use`,
          ]}
        />
      }
    >
      <AlreadyIn from={undefined} />
      <LoginForm
        from={undefined}
        only="technician"
        ask={async (body) => {
          const { technician, ...rest } = await call(technicianLogin, { body })
          return { ...rest, user: { id: technician.id, role: 'technician' } }
        }}
      />
      <PasskeyWay from={undefined} />
      <IssuerButton label={t`Sign up with Google`} />
      <EntryFoot>
        <Trans>
          A patient, and new here? <Link to="/sign-up">Sign up</Link>
        </Trans>
      </EntryFoot>
      <EntryFoot>
        <Trans>
          Not a technician? <Link to="/login">Log in here</Link>
        </Trans>
      </EntryFoot>
    </EntryScreen>
  )
}
