import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { ApiError } from '../../api/api-error.ts'
import { translated } from '../../lib/translated.ts'
import { BackLink } from '../../screen/back-link.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadProblem } from './appointment-states.tsx'

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

/** A visit that is not there any more, or a fault that may pass. */
export function VisitProblem({ error }: { error: unknown }) {
  const code = error instanceof ApiError ? error.code : null
  if (code !== 'not_found' && code !== 'invalid_input') {
    return <LoadProblem error={error} title={translated(messages.booking.loadFailure)} />
  }
  return (
    <Page>
      <EmptyState
        picture={<EmptyTubeDrawing />}
        title={
          <h1 tabIndex={-1}>
            <Trans>We do not know this appointment</Trans>
          </h1>
        }
        about={t`The link may be incomplete.`}
        action={
          <Link to="/manager-dashboard/appointments" className={buttonClass({ variant: 'primary' })}>
            <Trans>All appointments</Trans>
          </Link>
        }
      />
    </Page>
  )
}
