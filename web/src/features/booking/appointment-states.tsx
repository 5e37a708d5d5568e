import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import { messages } from '#contract/messages.ts'
import { translated } from '../../lib/translated.ts'
import { Screen } from '../../screen/screen.tsx'
import { ScreenFailure } from '../../screen/screen-failure.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'

/** While an appointment is on its way. */
export function AppointmentLoading({ title }: { title: string }) {
  return (
    <Screen
      rhythm="cards"
      title={title}
      about={<span role="status">{translated(messages.loading.appointment)}</span>}
    >
      <Skeleton height="280px" />
      <Skeleton width="60%" height="88px" />
    </Screen>
  )
}

/** Instead of an appointment that could not be loaded: unknown, or a fault that may pass. */
export const AppointmentProblem = ({ error }: { error: unknown }) => (
  <ScreenFailure
    error={error}
    failure={translated(messages.booking.loadFailure)}
    missing={{
      title: t`Appointment not found`,
      about: t`The link may be incomplete, or the appointment may belong to another account.`,
      action: (
        <Link to="/patient-dashboard/appointments" className={buttonClass({ variant: 'primary' })}>
          <Trans>All appointments</Trans>
        </Link>
      ),
    }}
  />
)

/** Instead of a list that could not be loaded. */
export const AppointmentsProblem = ({ error }: { error: unknown }) => (
  <ScreenFailure error={error} failure={translated(messages.lists.appointmentsFailure)} />
)
