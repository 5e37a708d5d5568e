import { t } from '@lingui/core/macro'
import { leaveQueue, setUrgent, transferTicket } from '#contract/queue-desk.ts'
import type { Desk, TicketCard } from '#contract/queue-views.ts'
import { type Room, roomLabels, rooms } from '#contract/ticket-states.ts'
import { translated } from '../../lib/translated.ts'
import { DialogForm } from '../../screen/dialog-form.tsx'
import { useResourceForm } from '../../screen/use-resource-form.ts'
import { SelectField, TextField } from '../../ui/fields.tsx'

type Asked = { open: boolean; ticket: TicketCard; onClose(): void }

/** To another room, where the place in line is kept, or to one desk. */
export function TransferDialog({ open, ticket, desks, onClose }: Asked & { desks: readonly Desk[] }) {
  const form = useResourceForm(transferTicket, {
    params: { id: ticket.id },
    body({ room: to }) {
      const [kind, which = ''] = String(to).split(':')
      return kind === 'desk' ? { desk: Number(which) } : { room: which as Room }
    },
    onDone: onClose,
  })
  return (
    <DialogForm
      form={form}
      open={open}
      onClose={onClose}
      title={t`Transfer ${ticket.code}`}
      submit={t`Transfer`}
    >
      <SelectField name="room" label={t`Where to`} required options={places(ticket, desks)} />
    </DialogForm>
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
  const form = useResourceForm(leaveQueue, { params: { id: ticket.id }, onDone: onClose })
  return (
    <DialogForm
      form={form}
      open={open}
      onClose={onClose}
      title={t`${ticket.code} has left`}
      submit={t`Remove from the queue`}
    >
      <TextField name="reason" label={t`Reason`} optional maxLength={500} data-first-focus />
    </DialogForm>
  )
}

/** Urgent goes before everyone: it takes a reason, which stays with the ticket. */
export function UrgentDialog({ open, ticket, onClose }: Asked) {
  const urgent = ticket.class !== 'stat'
  const form = useResourceForm(setUrgent, { params: { id: ticket.id }, start: { urgent }, onDone: onClose })
  return (
    <DialogForm
      form={form}
      open={open}
      onClose={onClose}
      title={urgent ? t`Call ${ticket.code} first` : t`${ticket.code} is not urgent`}
      submit={urgent ? t`Mark as urgent` : t`Return to the normal order`}
    >
      <TextField name="reason" label={t`Reason`} required maxLength={200} data-first-focus />
    </DialogForm>
  )
}
