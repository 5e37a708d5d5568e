import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import {
  listTechnicians,
  resendInvitation,
  type Technician,
  withdrawInvitation,
} from '#contract/technicians.ts'
import { call } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { toast } from '../../ui/toast.tsx'
import { DeactivateDialog } from './deactivate-dialog.tsx'
import css from './technician-actions.module.css'

/** What can be done with somebody on the list; nothing with those who left. */
export function TechnicianActions({ technician }: { technician: Technician }) {
  if (technician.status === 'Deactivated') return '—'
  return (
    <div className={css.actions}>
      <Link
        to="/manager-dashboard/technicians/$id"
        params={{ id: technician.id }}
        className={buttonClass({ variant: 'plain' })}
        aria-label={`Edit ${technician.fullName}`}
      >
        Edit
      </Link>
      {technician.status === 'Invited' ? (
        <InvitationActions technician={technician} />
      ) : (
        <Leaving technician={technician} />
      )}
    </div>
  )
}

function InvitationActions({ technician: { id, fullName, email } }: { technician: Technician }) {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState(false)
  const settled = {
    onSuccess: ({ message }: { message: string }) => void toast('success', message),
    onError: (error: Error) => void toast('error', error.message),
    // After a refusal too: the list is then out of date.
    onSettled: () => {
      setAsking(false)
      return queryClient.invalidateQueries({ queryKey: keyOf(listTechnicians) })
    },
  }
  const resend = useMutation({ mutationFn: () => call(resendInvitation, { params: { id } }), ...settled })
  const withdraw = useMutation({ mutationFn: () => call(withdrawInvitation, { params: { id } }), ...settled })
  return (
    <>
      <Button
        variant="plain"
        pending={resend.isPending}
        aria-label={`Send again to ${fullName}`}
        onClick={() => resend.mutate()}
      >
        Send again
      </Button>
      <Button variant="plain" aria-label={`Withdraw ${fullName}`} onClick={() => setAsking(true)}>
        Withdraw
      </Button>
      <ConfirmDialog
        open={asking}
        question={`Withdraw the invitation of ${fullName}?`}
        yes="Withdraw"
        danger
        pending={withdraw.isPending}
        onYes={() => withdraw.mutate()}
        onNo={() => setAsking(false)}
      >
        <p>The link that was mailed to {email} stops working.</p>
      </ConfirmDialog>
    </>
  )
}

function Leaving({ technician }: { technician: Technician }) {
  const [asking, setAsking] = useState(false)
  return (
    <>
      <Button variant="plain" aria-label={`Delete ${technician.fullName}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <DeactivateDialog technician={technician} open={asking} onClose={() => setAsking(false)} />
    </>
  )
}
