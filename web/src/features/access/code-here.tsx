import { Trans } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { verifyOtp } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { startSession } from '../../api/session.ts'
import { translated } from '../../lib/translated.ts'
import { ResourceForm } from '../../screen/resource-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { SubmitButton } from '../../ui/form-actions.tsx'
import { ResendCode } from './resend-code.tsx'
import { SecondFactorField } from './second-factor-field.tsx'

/**
 * The field for the code that confirms an address, on the screen that requested the code. It submits the code once it is
 * complete, signs this browser in and calls `onSignedIn`.
 */
export function CodeHere({
  address,
  pending,
  resend,
  onSignedIn,
}: {
  /** The e-mail address or phone number that the code was sent to. */
  address: string
  /** Whether the action that follows the sign-in is running. */
  pending: boolean
  resend: () => Promise<unknown>
  onSignedIn: () => void
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.querySelector('input')?.focus(), [])
  const form = useResourceForm(verifyOtp, {
    body: ({ otp, secondFactor }) => ({
      otp,
      ...(secondFactor && { secondFactor }),
      ...(address.includes('@') && { email: address }),
    }),
    failure: translated(messages.otp.failure),
    says: false,
    onDone: ({ token }) => {
      startSession(token)
      onSignedIn()
    },
  })
  return (
    <div ref={place}>
      <ResourceForm form={form} scope="code">
        <div className="[&_input]:min-h-14 [&_input]:font-600 [&_input]:text-xl [&_input]:uppercase [&_input]:tabular-nums [&_input]:tracking-[0.12em]">
          <CodeField sendsItself />
        </div>
        <SecondFactorField error={form.error} />
        <SubmitButton wide pending={pending || form.pending}>
          <Trans>Verify</Trans>
        </SubmitButton>
      </ResourceForm>
      <ResendCode
        address={address}
        send={async () => {
          await resend()
          return { message: translated(messages.otp.resent) }
        }}
      />
    </div>
  )
}
