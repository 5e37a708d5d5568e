import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { ApiError } from '../../api/api-error.ts'
import { translated } from '../../lib/translated.ts'
import { backLinkClass } from '../../ui/back-link.ts'
import { buttonClass } from '../../ui/button.tsx'
import { EmptyTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ArrowLeftIcon } from '../../ui/icons.tsx'
import { Page } from '../../ui/page.tsx'
import { LoadProblem } from './appointment-states.tsx'

/** What the manager's screens on one visit share: the ways back, and what stands in place of a visit. */

export function BackToAllAppointments() {
  return (
    <Link to="/manager-dashboard/appointments" className={backLinkClass}>
      <ArrowLeftIcon size={18} />
      <Trans>All appointments</Trans>
    </Link>
  )
}

export function BackToVisit({ id }: { id: string }) {
  return (
    <Link to="/appointments/$id" params={{ id }} className={backLinkClass}>
      <ArrowLeftIcon size={18} />
      <Trans>The appointment</Trans>
    </Link>
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
