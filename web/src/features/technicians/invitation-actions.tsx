import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'

type Answered = Promise<{ message: string }>

/** What can be done with an invitation that nobody has accepted. */
export function InvitationActions({
  invited: { fullName, email },
  listKey,
  resend: sendAgain,
  withdraw: takeBack,
}: {
  invited: { fullName: string; email: string }
  /** The list that shows them. */
  listKey: readonly unknown[]
  resend: () => Answered
  withdraw: () => Answered
}) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const settled = {
    onSuccess: ({ message }: { message: string }) => void toast('success', message),
    onError: (error: Error) => void toast('error', error.message),
    // After a refusal too: the list is then out of date.
    onSettled: () => {
      setAsking(false)
      return queryClient.invalidateQueries({ queryKey: listKey })
    },
  }
  const resend = useMutation({ mutationFn: sendAgain, ...settled })
  const withdraw = useMutation({ mutationFn: takeBack, ...settled })
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
