import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { translated } from '../../lib/translated.ts'
import { BackLink } from '../../screen/back-link.tsx'
import { ScreenFailure } from '../../screen/screen-failure.tsx'
import { buttonClass } from '../../ui/button.tsx'

/** What the manager's screens on one visit share: the ways back, and what stands in place of a visit. */

export function BackToAllAppointments() {
  return (
    <BackLink to="/manager-dashboard/appointments">
      <Trans>All appointments</Trans>
    </BackLink>
  )
}

export function BackToVisit({ id }: { id: string }) {
  return (
    <BackLink to="/appointments/$id" params={{ id }}>
      <Trans>The appointment</Trans>
    </BackLink>
  )
}

/** Instead of a visit that could not be loaded: unknown, or a fault that may pass. */
export const VisitProblem = ({ error }: { error: unknown }) => (
  <ScreenFailure
    error={error}
    failure={translated(messages.booking.loadFailure)}
    missing={{
      title: t`We do not know this appointment`,
      about: t`The link may be incomplete.`,
      action: (
        <Link to="/manager-dashboard/appointments" className={buttonClass({ variant: 'primary' })}>
          <Trans>All appointments</Trans>
        </Link>
      ),
    }}
  />
)
