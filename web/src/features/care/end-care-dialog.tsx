import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { endCare } from '#contract/care.ts'
import { call } from '../../api/client.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'

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
  const queryClient = useQueryClient()
  const end = useMutation({
    mutationFn: () => call(endCare, { params: { id: personId, account: accountId } }),
    onSuccess: ({ message }) => toast('success', message),
    onError: (error) => void toast('error', error.message),
    onSettled: async () => {
      // Whom an account looks after is in nearly every answer that it gets.
      await queryClient.invalidateQueries()
      onClose()
    },
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
    yes={t`Close it`}
    onClose={onClose}
  >
    <Trans>
      {account.fullName} no longer sees the visits and results of {person.fullName}, and cannot book for them.
    </Trans>
  </EndCareDialog>
)
