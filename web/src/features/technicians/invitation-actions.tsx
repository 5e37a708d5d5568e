import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ConfirmButton } from '../../screen/confirm-button.tsx'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'

type Answered = Promise<{ message: string }>

/** What can be done with an invitation that nobody has accepted. */
export function InvitationActions({
  invited: { fullName, email },
  resend: sendAgain,
  withdraw,
}: {
  invited: { fullName: string; email: string }
  resend: () => Answered
  withdraw: () => Answered
}) {
  const resend = useCall(sendAgain, { saysRefusal: true })
  return (
    <>
      <Button
        variant="plain"
        pending={resend.isPending}
        aria-label={t`Send again to ${fullName}`}
        onClick={() => resend.mutate()}
      >
        <Trans>Send again</Trans>
      </Button>
      <ConfirmButton
        opener={{ variant: 'plain', 'aria-label': t`Withdraw ${fullName}`, children: t`Withdraw` }}
        question={t`Withdraw the invitation of ${fullName}?`}
        yes={t`Withdraw`}
        danger
        act={withdraw}
      >
        <p>
          <Trans>The link that was mailed to {email} stops working.</Trans>
        </p>
      </ConfirmButton>
    </>
  )
}
