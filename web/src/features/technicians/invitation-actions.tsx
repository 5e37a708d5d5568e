import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type Answered = Promise<{ message: string }>

/** What can be done with an invitation that nobody has accepted. */
export function InvitationActions({
  invited: { fullName, email },
  resend: sendAgain,
  withdraw: takeBack,
}: {
  invited: { fullName: string; email: string }
  resend: () => Answered
  withdraw: () => Answered
}) {
  const [asking, setAsking] = useState(false)
  const resend = useCall(sendAgain, { saysRefusal: true })
  const withdraw = useCall(takeBack, { saysRefusal: true, onSettled: () => setAsking(false) })
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
      <Button variant="plain" aria-label={t`Withdraw ${fullName}`} onClick={() => setAsking(true)}>
        <Trans>Withdraw</Trans>
      </Button>
      <ConfirmDialog
        open={asking}
        question={t`Withdraw the invitation of ${fullName}?`}
        yes={t`Withdraw`}
        danger
        pending={withdraw.isPending}
        onYes={() => withdraw.mutate()}
        onNo={() => setAsking(false)}
      >
        <p>
          <Trans>The link that was mailed to {email} stops working.</Trans>
        </p>
      </ConfirmDialog>
    </>
  )
}
