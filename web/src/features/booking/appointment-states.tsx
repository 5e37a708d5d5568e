import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link, useRouter } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { ApiError } from '../../api/api-error.ts'
import { translated } from '../../lib/translated.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { EmptyTubeDrawing, TippedTubeDrawing } from '../../ui/drawings.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Reference } from '../../ui/notice.tsx'
import { Page, PageHeader } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** While an appointment is on its way. */
export function AppointmentLoading({ title }: { title: string }) {
  return (
    <Page>
      <PageHeader
        title={title}
        about={<span role="status">{translated(messages.loading.appointment)}</span>}
      />
      <div className="stack gap-6">
        <Skeleton height="280px" />
        <Skeleton width="60%" height="88px" />
      </div>
    </Page>
  )
}

/** Instead of an appointment that could not be loaded: unknown, or a fault that may pass. */
export function AppointmentProblem({ error }: { error: unknown }) {
  const known = error instanceof ApiError ? error : null
  if (known?.code === 'not_found' || known?.code === 'invalid_input') {
    return (
      <Page>
        <EmptyState
          picture={<EmptyTubeDrawing />}
          title={
            <h1 tabIndex={-1}>
              <Trans>We do not know this appointment</Trans>
            </h1>
          }
          about={t`The link may be incomplete, or the appointment belongs to another account.`}
          action={
            <Link to="/patient-dashboard/appointments" className={buttonClass({ variant: 'primary' })}>
              <Trans>All appointments</Trans>
            </Link>
          }
        />
      </Page>
    )
  }
  return <LoadProblem error={error} title={translated(messages.booking.loadFailure)} />
}

/** Instead of a list that could not be loaded. */
export function AppointmentsProblem({ error }: { error: unknown }) {
  return <LoadProblem error={error} title={translated(messages.lists.appointmentsFailure)} />
}

export function LoadProblem({ error, title }: { error: unknown; title: string }) {
  const router = useRouter()
  const known = error instanceof ApiError ? error : null
  return (
    <Page>
      <EmptyState
        picture={<TippedTubeDrawing />}
        title={<h1 tabIndex={-1}>{title}</h1>}
        about={known?.message ?? t`Something went wrong on our side. What you booked is safe.`}
        action={
          <>
            <Button variant="primary" onClick={() => void router.invalidate()}>
              <Trans>Try again</Trans>
            </Button>
            <Reference id={known?.requestId} />
          </>
        }
      />
    </Page>
  )
}
