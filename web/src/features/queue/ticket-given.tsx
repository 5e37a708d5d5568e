import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ResponseOf } from '#contract/endpoint.ts'
import type { registerWalkIn } from '#contract/queue.ts'
import { Notice } from '../../ui/notice.tsx'

type Given = Pick<ResponseOf<typeof registerWalkIn>, 'ticket' | 'passCode'> & {
  visit: { reference: string }
}

/** The number of a patient who was just checked in, with what the desk tells them. */
export function TicketGiven({ given, children }: { given: Given; children?: ReactNode }) {
  const { ticket, visit, passCode } = given
  return (
    <Notice kind="ok" role="status" className="mb-5">
      <p>
        <Trans>
          <strong className="text-2xl tabular-nums">{ticket.code}</strong> for{' '}
          <bdi>{ticket.patient.fullName}</bdi>, reference {visit.reference}. Pass code for the phone:{' '}
          {passCode}
        </Trans>
      </p>
      {children}
    </Notice>
  )
}
