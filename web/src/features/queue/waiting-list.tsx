import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import type { Desk, TicketCard, WaitingCard } from '#contract/queue-views.ts'
import { roomLabels, type WaitingClass, waitingClassLabels } from '#contract/ticket-states.ts'
import { sayMinutes, timeOf } from '../../lib/times.ts'
import { translated } from '../../lib/translated.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { DataTable } from '../../ui/data-table.tsx'
import { useNow } from '../../ui/use-now.ts'
import { waitWords } from './place-words.ts'
import { LeaveDialog, TransferDialog, UrgentDialog } from './ticket-dialogs.tsx'

export const classTones: Readonly<Record<WaitingClass, Tone>> = {
  stat: 'danger',
  appointment: 'vial',
  'walk-in': 'neutral',
}

type Asking = { what: 'urgent' | 'transfer' | 'leave'; ticket: TicketCard }

/** Who waits, in the order of calling, with the reason for each place. */
export function WaitingList({
  waiting,
  desks,
  zone,
}: {
  waiting: readonly WaitingCard[]
  desks: readonly Desk[]
  zone: string
}) {
  const now = useNow()
  const [asking, setAsking] = useState<Asking | null>(null)
  const close = () => setAsking(null)
  const manyRooms = new Set(waiting.map((one) => one.room)).size > 1
  const minutes = (since: string) => Math.max(0, Math.trunc((now.getTime() - Date.parse(since)) / 60_000))
  return (
    <section aria-labelledby="waiting-title">
      <h2 id="waiting-title" className="mt-8 mb-3 text-l">
        <Trans>Waiting</Trans>
      </h2>
      <DataTable
        caption={t`Waiting, in the order of calling`}
        rows={waiting}
        rowKey={(one) => one.id}
        empty={t`Nobody is waiting.`}
        columns={[
          { header: t`Place`, cell: (one) => one.position },
          {
            header: t`Ticket`,
            cell: (one) => <strong className="whitespace-nowrap tabular-nums">{one.code}</strong>,
          },
          {
            header: t`Patient`,
            cell: (one) => (
              <>
                <bdi>{one.patient.fullName}</bdi>, {one.patient.age}
                <div className="hint">{one.tests.join(', ')}</div>
              </>
            ),
          },
          {
            header: t`Reason for this place`,
            cell: (one) => (
              <>
                <Badge tone={classTones[one.class]}>{translated(waitingClassLabels[one.class])}</Badge>{' '}
                {manyRooms && <Badge>{translated(roomLabels[one.room])}</Badge>}{' '}
                {one.desk && (
                  <Badge>
                    <Trans>{one.desk.name} only</Trans>
                  </Badge>
                )}
                <div>{one.standing}</div>
                {one.whyBeforeNext && (
                  <div className="hint">
                    <Trans>Before the next: {one.whyBeforeNext}</Trans>
                  </div>
                )}
              </>
            ),
          },
          {
            header: t`Waits`,
            cell: (one) => (
              <>
                <span className="figures">{sayMinutes(minutes(one.arrivedAt))}</span>
                <div className="hint">
                  <Trans>
                    since {timeOf(one.arrivedAt, zone)}; still {waitWords(one.wait).short.toLowerCase()}
                  </Trans>
                </div>
              </>
            ),
          },
          {
            header: t`Actions`,
            cell: (one) => (
              <div className="flex flex-wrap items-start gap-0 *:-ms-3 *:me-3">
                <Button variant="plain" onClick={() => setAsking({ what: 'urgent', ticket: one })}>
                  {one.class === 'stat' ? t`Mark as not urgent` : t`Urgent`}
                </Button>
                <Button variant="plain" onClick={() => setAsking({ what: 'transfer', ticket: one })}>
                  <Trans>Transfer</Trans>
                </Button>
                <Button variant="plain" onClick={() => setAsking({ what: 'leave', ticket: one })}>
                  <Trans>Has left</Trans>
                </Button>
              </div>
            ),
          },
        ]}
      />
      {asking && (
        <>
          <UrgentDialog open={asking.what === 'urgent'} ticket={asking.ticket} onClose={close} />
          <TransferDialog
            open={asking.what === 'transfer'}
            ticket={asking.ticket}
            desks={desks}
            onClose={close}
          />
          <LeaveDialog open={asking.what === 'leave'} ticket={asking.ticket} onClose={close} />
        </>
      )}
    </section>
  )
}
