import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { finishService, recallTicket, skipTicket, startService, ticketNoShow } from '#contract/queue-desk.ts'
import type { Desk, TicketCard } from '#contract/queue-views.ts'
import { type TicketAction, whyNotTicket } from '#contract/ticket-states.ts'
import { call } from '../../api/client.ts'
import { sayMinutes, timeOf } from '../../lib/times.ts'
import { useCall } from '../../screen/use-call.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { KeyButton } from '../../ui/key-button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { LeaveDialog, TransferDialog } from './ticket-dialogs.tsx'

const verbs = {
  start: startService,
  finish: finishService,
  recall: recallTicket,
  skip: skipTicket,
  no_show: ticketNoShow,
} as const
type Verb = keyof typeof verbs

/** Who is called to this desk or served at it, and what can happen next; each with its key. */
export function CurrentTicket({
  ticket,
  desks,
  zone,
  children,
}: {
  ticket: TicketCard
  desks: readonly Desk[]
  zone: string
  /** The buttons of the desk, placed in the same row. */
  children: ReactNode
}) {
  const now = useNow(1_000)
  const [asking, setAsking] = useState<'transfer' | 'leave' | null>(null)
  const act = useCall((verb: Verb) => call(verbs[verb], { params: { id: ticket.id } }), { saysRefusal: true })
  const able = (action: TicketAction) => whyNotTicket(action, ticket, now)
  const since = ticket.startedAt ?? ticket.calledAt ?? ticket.arrivedAt
  const minutes = Math.max(0, Math.trunc((now.getTime() - Date.parse(since)) / 60_000))
  const button = (verb: Verb, shortcut: string, words: string) => (
    <KeyButton
      {...(verb === 'start' && { variant: 'primary' as const })}
      shortcut={shortcut}
      pending={act.isPending && act.variables === verb}
      whyNot={able(verb)}
      onPress={() => act.mutate(verb)}
    >
      {words}
    </KeyButton>
  )
  return (
    <>
      <div className="row gap-x-6 gap-y-3 [&>div]:min-w-[16rem] [&>div]:flex-1">
        <p className="font-700 text-6xl tabular-nums leading-[1.1]">{ticket.code}</p>
        <div>
          <p className="font-600 text-l">
            <bdi>{ticket.patient.fullName}</bdi>, {ticket.patient.age}, {ticket.patient.gender}
          </p>
          <p>{ticket.tests.join(', ')}</p>
          <p className="hint">
            {sayStanding(ticket, sayMinutes(minutes))}, {sayCame(ticket, zone)}
          </p>
        </div>
        <Link to="/collect/$visitId" params={{ visitId: ticket.visitId }} className={buttonClass()}>
          <Trans>Collect samples</Trans>
        </Link>
      </div>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2 [&>span]:w-min [&_button]:whitespace-nowrap [&_button]:px-3">
        {ticket.status === 'called' && button('start', 'S', t`Start`)}
        {button('finish', 'F', t`Finish`)}
        {ticket.status === 'called' && (
          <>
            {button('recall', 'R', t`Call again`)}
            {button('skip', 'K', t`Skip`)}
            {button('no_show', 'X', t`No-show`)}
          </>
        )}
        <Button variant="plain" onClick={() => setAsking('transfer')}>
          <Trans>Transfer …</Trans>
        </Button>
        <Button variant="plain" onClick={() => setAsking('leave')}>
          <Trans>Has left …</Trans>
        </Button>
        {children}
      </div>
      <TransferDialog
        open={asking === 'transfer'}
        ticket={ticket}
        desks={desks}
        onClose={() => setAsking(null)}
      />
      <LeaveDialog open={asking === 'leave'} ticket={ticket} onClose={() => setAsking(null)} />
    </>
  )
}

function sayStanding({ status, recalls }: TicketCard, since: string): string {
  if (status === 'serving') return t`In service ${since}`
  return recalls > 0 ? t`Called again ${since}` : t`Called ${since}`
}

function sayCame({ arrivedAt, appointmentAt }: TicketCard, zone: string): string {
  const came = timeOf(arrivedAt, zone)
  if (appointmentAt === null) return t`arrived ${came}, without an appointment`
  const booked = timeOf(appointmentAt, zone)
  return t`arrived ${came}, booked for ${booked}`
}
