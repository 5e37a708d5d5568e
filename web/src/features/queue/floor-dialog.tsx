import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { TicketCard } from '#contract/queue-views.ts'
import { roomLabels } from '#contract/ticket-states.ts'
import { spaced } from '../../lib/accession.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Facts } from '../../ui/facts.tsx'
import { When } from '../../ui/when.tsx'
import { type FloorSample, type OnFloor, stepWords } from './floor-tokens.ts'
import { waitWords } from './place-words.ts'

/** The details of a person or sample on the floor: its step, since when, and why it waits. Kept current while it is open. */
export function FloorDialog({
  open,
  of,
  zone,
  onClose,
}: {
  open: boolean
  /** Undefined if the person or sample is no longer on the floor. */
  of: OnFloor | undefined
  zone: string
  onClose: () => void
}) {
  return (
    <Dialog open={open} onClose={onClose} title={of ? titleOf(of) : t`No longer on the floor`}>
      {!of && (
        <p>
          <Trans>This person or sample has left the floor since you opened this.</Trans>
        </p>
      )}
      {of?.kind === 'sample' && <OfSample sample={of.sample} zone={zone} />}
      {of && of.kind !== 'sample' && <OfPerson of={of} zone={zone} />}
    </Dialog>
  )
}

const titleOf = (of: OnFloor) =>
  of.kind === 'sample' ? spaced(of.sample.accession) : `${of.ticket.code}, ${of.ticket.patient.fullName}`

function OfPerson({ of, zone }: { of: Exclude<OnFloor, { kind: 'sample' }>; zone: string }) {
  const { ticket } = of
  return (
    <>
      <Facts
        facts={[
          ...(of.kind === 'waiting' ? waitingFacts(of, zone) : deskFacts(of, zone)),
          { name: t`Came`, value: <When at={ticket.arrivedAt} zone={zone} /> },
          { name: t`Tests`, value: ticket.tests.join(', ') },
          { name: t`Reference`, value: ticket.reference },
        ]}
      />
      <p className="mt-5 flex flex-wrap gap-3">
        <ToVisit ticket={ticket} />
        <Link to="/collect/$visitId" params={{ visitId: ticket.visitId }} className={buttonClass()}>
          <Trans>Collect samples</Trans>
        </Link>
      </p>
    </>
  )
}

function waitingFacts({ ticket }: Extract<OnFloor, { kind: 'waiting' }>, zone: string) {
  return [
    { name: t`Place`, value: `${ticket.position} in ${roomLabels[ticket.room]}` },
    { name: t`Reason for this place`, value: ticket.standing },
    ...(ticket.whyBeforeNext === null ? [] : [{ name: t`Before the next`, value: ticket.whyBeforeNext }]),
    { name: t`Waiting since`, value: <When at={ticket.queuedAt} zone={zone} /> },
    { name: t`Wait from now`, value: waitWords(ticket.wait).short },
  ]
}

function deskFacts({ ticket, desk }: Extract<OnFloor, { kind: 'desk' }>, zone: string) {
  return [
    { name: t`At`, value: desk.name },
    { name: t`Responsible`, value: desk.staff?.name ?? '' },
    {
      name: ticket.status === 'called' ? t`Called` : t`In service since`,
      value: <When at={ticket.startedAt ?? ticket.calledAt ?? ticket.arrivedAt} zone={zone} />,
    },
  ]
}

const ToVisit = ({ ticket }: { ticket: TicketCard }) => (
  <Link
    to="/appointments/$id"
    params={{ id: ticket.visitId }}
    className={buttonClass({ variant: 'primary' })}
  >
    <Trans>Open the visit</Trans>
  </Link>
)

function OfSample({ sample, zone }: { sample: FloorSample; zone: string }) {
  const { accession, tube, tests, urgent, step, since, people } = sample
  return (
    <>
      <Facts
        facts={[
          { name: t`Step`, value: stepWords[step] },
          { name: t`Since`, value: <When at={since} zone={zone} /> },
          {
            name: peopleNames[step],
            value: people.length > 0 ? people.join(', ') : t`Nobody yet`,
          },
          { name: t`Tube`, value: tube },
          { name: t`Tests`, value: tests.join(', ') },
          ...(urgent ? [{ name: t`Priority`, value: t`Urgent` }] : []),
        ]}
      />
      <p className="mt-5 flex flex-wrap gap-3">
        <Link to="/sample/$accession" params={{ accession }} className={buttonClass({ variant: 'primary' })}>
          <Trans>Open the sample</Trans>
        </Link>
      </p>
    </>
  )
}

const peopleNames: Readonly<Record<FloorSample['step'], string>> = {
  transport: t`Collected by`,
  bench: t`Responsible`,
  work: t`Responsible`,
  release: t`Entered by`,
}
