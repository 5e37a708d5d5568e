import { Trans } from '@lingui/react/macro'
import { undoEvent } from '#contract/queue-desk.ts'
import type { TicketCard } from '#contract/queue-views.ts'
import { ticketStateLabels } from '#contract/ticket-states.ts'
import { call } from '../../api/client.ts'
import { timeOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button } from '../../ui/button.tsx'

/** Who has just gone: a slip of the hand is taken back here. */
export function RecentTickets({ tickets, zone }: { tickets: readonly TicketCard[]; zone: string }) {
  const undo = useCall(
    (ticket: TicketCard) =>
      call(undoEvent, { params: { id: ticket.id }, body: { event: ticket.lastEvent.seq } }),
    { saysRefusal: true },
  )
  if (tickets.length === 0) return null
  return (
    <section aria-labelledby="recent-title">
      <h2 id="recent-title" className="mt-8 mb-3 text-l">
        <Trans>Just left</Trans>
      </h2>
      <ul className="grid gap-1 [&_li]:flex [&_li]:max-w-[56ch] [&_li]:items-center [&_li]:justify-between [&_li]:gap-2">
        {tickets.map((ticket) => (
          <li key={ticket.id}>
            <span>
              <strong className="whitespace-nowrap tabular-nums">{ticket.code}</strong>{' '}
              <bdi>{ticket.patient.fullName}</bdi>,{' '}
              {translated(ticketStateLabels[ticket.status]).toLowerCase()}
              {ticket.endedAt && ` ${timeOf(ticket.endedAt, zone)}`}
              {ticket.desk && `, ${ticket.desk.name}`}
            </span>
            <Button
              variant="plain"
              pending={undo.isPending && undo.variables?.id === ticket.id}
              disabled={ticket.lastEvent.whyNotUndone !== null}
              {...(ticket.lastEvent.whyNotUndone !== null && { title: ticket.lastEvent.whyNotUndone })}
              onClick={() => undo.mutate(ticket)}
            >
              <Trans>
                Undo<span className="visually-hidden"> for {ticket.code}</span>
              </Trans>
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
