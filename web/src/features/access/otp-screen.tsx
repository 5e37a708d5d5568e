import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { resendOtp, sendPhoneCode, verifyOtp } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { call } from '../../api/client.ts'
import { rememberedAddress, startSession } from '../../api/session.ts'
import { translated } from '../../lib/translated.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { LetterDrawing } from '../../ui/drawings.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { toast } from '../../ui/toast.tsx'
import { EntryFoot, EntryScreen } from './entry-screen.tsx'
import { fragmentValue, handFragment } from './fragment.ts'
import { ResendCode } from './resend-code.tsx'
import { SecondFactorField } from './second-factor-field.tsx'
import { useArrival } from './use-arrival.ts'
import { WayIn } from './way-in.tsx'

export function OtpScreen() {
  const navigate = useNavigate()
  const address = rememberedAddress()
  const bySms = address !== null && !address.includes('@')
  const arrive = useArrival(undefined)
  const [mailedCode] = useState(() => fragmentValue('/otp', 'code') ?? '')
  const form = useResourceForm(verifyOtp, {
    start: { otp: mailedCode },
    failure: translated(messages.otp.failure),
    says: false,
    onDone: async ({ token, user, message, passwordToken }) => {
      // A number has no password to log in with: the code was the log-in.
      if (user) return arrive({ token, user, message })
      startSession(token)
      toast('success', message || translated(messages.otp.verified))
      if (passwordToken === undefined) return navigate({ to: '/login' })
      handFragment('/reset-password', { token: passwordToken, after: 'otp' })
      await navigate({ to: '/reset-password' })
    },
  })
  return (
    <EntryScreen
      title={t`Verify OTP`}
      about={<About address={address} bySms={bySms} />}
      aside={<WayIn picture={<LetterDrawing />} step={2} bySms={bySms} />}
    >
      <ResourceForm form={form}>
        <div className="[&_input]:min-h-14 [&_input]:font-600 [&_input]:text-xl [&_input]:uppercase [&_input]:tabular-nums [&_input]:tracking-[0.12em]">
          <CodeField />
        </div>
        <SecondFactorField error={form.error} />
        <SubmitButton wide>
          <Trans>Verify</Trans>
        </SubmitButton>
      </ResourceForm>
      <ResendCode
        address={address}
        send={(to) =>
          bySms ? call(sendPhoneCode, { body: { phone: to } }) : call(resendOtp, { body: { email: to } })
        }
      />
      <EntryFoot>
        {bySms ? t`Wrong number?` : t`Wrong address?`}{' '}
        <Link to={bySms ? '/phone-sign-up' : '/sign-up'}>
          <Trans>Sign up again</Trans>
        </Link>
      </EntryFoot>
    </EntryScreen>
  )
}

function About({ address, bySms }: { address: string | null; bySms: boolean }) {
  if (address === null)
    return <Trans>Enter the code from the mail to your address. It works once, for 10 minutes.</Trans>
  if (bySms)
    return (
      <Trans>
        Enter the code from the SMS to <strong>{address}</strong>. It works once, for 10 minutes.
      </Trans>
    )
  return (
    <Trans>
      Enter the code from the mail to <strong>{address}</strong>. It works once, for 10 minutes.
    </Trans>
  )
}
