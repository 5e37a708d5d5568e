import { t } from '@lingui/core/macro'
import { messages } from '#contract/messages.ts'
import { translated } from '../../lib/translated.ts'
import { ScreenFailure } from '../../screen/screen-failure.tsx'

/** Instead of a visit that could not be loaded: unknown, or a fault that may pass. */
export const VisitProblem = ({ error }: { error: unknown }) => (
  <ScreenFailure
    error={error}
    failure={translated(messages.booking.loadFailure)}
    missing={{
      title: t`Appointment not found`,
      about: t`The link may be incomplete.`,
    }}
  />
)
