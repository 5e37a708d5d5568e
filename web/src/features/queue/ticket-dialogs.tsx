import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { leaveQueue, setUrgent, transferTicket } from '#contract/queue-desk.ts'
import type { Desk, TicketCard } from '#contract/queue-views.ts'
import { type Room, roomLabels, rooms } from '#contract/ticket-states.ts'
import { call } from '../../api/client.ts'
import { translated } from '../../lib/translated.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/fields.tsx'
import { FormActions, FormShell, SubmitButton } from '../../ui/form-shell.tsx'
import { useQueueCall } from './use-queue-call.ts'

type Asked = { open: boolean; ticket: TicketCard; onClose(): void }

/** To another room, where the place in line is kept, or to one desk. */
export function TransferDialog({ open, ticket, desks, onClose }: Asked & { desks: readonly Desk[] }) {
  const send = useQueueCall(
    (to: string) => {
      const [kind, which = ''] = to.split(':')
      const body = kind === 'desk' ? { desk: Number(which) } : { room: which as Room }
      return call(transferTicket, { params: { id: ticket.id }, body })
    },
    { onDone: onClose, quiet: true },
  )
  return (
    <Dialog open={open} onClose={onClose} title={t`Send ${ticket.code} on`}>
      <FormShell
        error={send.error}
        pending={send.isPending}
        onSubmit={(data) => send.mutate(String(data.get('room')))}
      >
        <SelectField name="room" label={t`Where to`} required options={places(ticket, desks)} />
        <FormActions>
          <SubmitButton pending={send.isPending}>
            <Trans>Send on</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Dialog>
  )
}

function places(ticket: TicketCard, desks: readonly Desk[]) {
  const toRooms = rooms
    .filter((room) => room !== ticket.room && desks.some((desk) => desk.room === room))
    .map((room) => ({ value: `room:${room}`, label: t`${translated(roomLabels[room])}, whoever is free` }))
  const toDesks = desks
    .filter((desk) => desk.state !== 'closed' && desk.number !== ticket.desk?.number)
    .map(({ number, name, staff }) => ({
      value: `desk:${number}`,
      label: staff ? `${name} (${staff.name})` : name,
    }))
  return [...toRooms, ...toDesks]
}

export function LeaveDialog({ open, ticket, onClose }: Asked) {
  const leave = useQueueCall(
    (reason: string) => call(leaveQueue, { params: { id: ticket.id }, body: { reason } }),
    { onDone: onClose, quiet: true },
  )
  return (
    <Dialog open={open} onClose={onClose} title={t`${ticket.code} has gone`}>
      <FormShell
        error={leave.error}
        pending={leave.isPending}
        onSubmit={(data) => leave.mutate(String(data.get('reason')))}
      >
        <TextField name="reason" label={t`Reason`} optional maxLength={500} data-first-focus />
        <FormActions>
          <SubmitButton pending={leave.isPending}>
            <Trans>Take out of the queue</Trans>
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Dialog>
  )
}

/** Urgent goes before everyone: it takes a reason, which stays with the ticket. */
export function UrgentDialog({ open, ticket, onClose }: Asked) {
  const urgent = ticket.class !== 'stat'
  const change = useQueueCall(
    (reason: string) => call(setUrgent, { params: { id: ticket.id }, body: { urgent, reason } }),
    { onDone: onClose, quiet: true },
  )
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={urgent ? t`Call ${ticket.code} before everyone` : t`${ticket.code} is not urgent`}
    >
      <FormShell
        error={change.error}
        pending={change.isPending}
        onSubmit={(data) => change.mutate(String(data.get('reason')))}
      >
        <TextField name="reason" label={t`Reason`} required maxLength={200} data-first-focus />
        <FormActions>
          <SubmitButton pending={change.isPending}>
            {urgent ? t`Make urgent` : t`Back into line`}
          </SubmitButton>
        </FormActions>
      </FormShell>
    </Dialog>
  )
}
