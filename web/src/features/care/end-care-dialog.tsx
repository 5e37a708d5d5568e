import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { endCare } from '#contract/care.ts'
import { call } from '../../api/client.ts'
import { useCall } from '../../screen/use-call.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

/** Asks before the record of a person is closed to an account. */
export function EndCareDialog({
  personId,
  accountId,
  question,
  yes,
  onClose,
  children,
}: {
  personId: string
  accountId: string
  question: string
  yes: string
  onClose: () => void
  children: ReactNode
}) {
  const end = useCall(() => call(endCare, { params: { id: personId, account: accountId } }), {
    saysRefusal: true,
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open
      danger
      question={question}
      yes={yes}
      no={t`Not now`}
      pending={end.isPending}
      onYes={() => end.mutate()}
      onNo={onClose}
    >
      <p>{children}</p>
    </ConfirmDialog>
  )
}

/** The same question for staff. */
export const EndForStaff = ({
  person,
  account,
  onClose,
}: {
  person: { id: string; fullName: string }
  account: { accountId: string; fullName: string }
  onClose: () => void
}) => (
  <EndCareDialog
    personId={person.id}
    accountId={account.accountId}
    question={t`Close the record of ${person.fullName} to ${account.fullName}?`}
    yes={t`Close the record`}
    onClose={onClose}
  >
    <Trans>
      {account.fullName} no longer sees the visits and results of {person.fullName}, and cannot book for them.
    </Trans>
  </EndCareDialog>
)
