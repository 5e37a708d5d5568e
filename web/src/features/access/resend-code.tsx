import { Trans } from '@lingui/react/macro'
import { messages } from '#contract/messages.ts'
import { isUnheard } from '../../api/use-problem.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** Requests another code for a person whose code has not arrived. */
export function ResendCode({
  address,
  send,
}: {
  address: string | null
  send: (to: string) => Promise<{ message: string }>
}) {
  const resend = useCall(send, {
    says: ({ message }) => message || translated(messages.otp.resent),
    saysRefusal: (error) => (isUnheard(error) ? '' : error.message) || translated(messages.otp.resendFailure),
  })
  const press = () => {
    if (address === null) toast('error', translated(messages.otp.emailMissing))
    else resend.mutate(address)
  }
  return (
    <div className="row mt-5 gap-x-1 text-ink-soft">
      <span>{translated(messages.otp.resendPrompt)}</span>
      <Button variant="plain" pending={resend.isPending} onClick={press}>
        <Trans>Resend OTP</Trans>
      </Button>
    </div>
  )
}
