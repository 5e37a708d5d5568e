import { Trans } from '@lingui/react/macro'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { verifyOtp } from '#contract/access.ts'
import { messages } from '#contract/messages.ts'
import { call } from '../../api/client.ts'
import { startSession } from '../../api/session.ts'
import { useProblem } from '../../api/use-problem.ts'
import { translated } from '../../lib/translated.ts'
import { CodeField } from '../../ui/code-field.tsx'
import { FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { ResendCode } from './resend-code.tsx'

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
  const verify = useMutation({
    mutationFn: (otp: string) =>
      call(verifyOtp, { body: { otp, ...(address.includes('@') && { email: address }) } }),
    onSuccess: ({ token }) => {
      startSession(token)
      onSignedIn()
    },
  })
  const problem = useProblem(verify.error, translated(messages.otp.failure))
  const isPending = pending || verify.isPending
  return (
    <div ref={place}>
      <FormShell
        scope="code"
        error={problem}
        pending={isPending}
        onSubmit={(form) => verify.mutate(String(form.get('otp')))}
      >
        <div className="[&_input]:min-h-14 [&_input]:font-600 [&_input]:text-xl [&_input]:uppercase [&_input]:tabular-nums [&_input]:tracking-[0.12em]">
          <CodeField sendsItself />
        </div>
        <SubmitButton wide pending={isPending}>
          <Trans>Verify</Trans>
        </SubmitButton>
      </FormShell>
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
