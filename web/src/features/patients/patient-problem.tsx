import { t } from '@lingui/core/macro'
import { messages } from '#contract/messages.ts'
import { translated } from '../../lib/translated.ts'
import { ScreenFailure } from '../../screen/screen-failure.tsx'

/** In place of a screen on a patient that could not be loaded. */
export const PatientProblem = ({ error }: { error: unknown }) => (
  <ScreenFailure
    error={error}
    failure={translated(messages.lists.patientsFailure)}
    missing={{
      title: translated(messages.lists.noPatients),
      about: t`There is no patient at this address, or you do not see the sites of their visits.`,
    }}
  />
)
