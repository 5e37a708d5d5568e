import { t } from '@lingui/core/macro'
import type { AppScope } from '#contract/apps.ts'
import type { Role } from '#contract/options.ts'

/** What an app may read, as the person who lets it read understands it. */
const words: Readonly<Record<AppScope, string>> = {
  'system/Patient.rs': t`Name, date of birth, sex, phone number, e-mail address and numbers of cards`,
  'system/Appointment.rs': t`Visits and appointments`,
  'system/Encounter.rs': t`Visits that have begun, and when`,
  'system/Location.rs': t`The sites of the laboratory`,
  'system/ServiceRequest.rs': t`Which tests were ordered`,
  'system/Specimen.rs': t`Which samples were collected`,
  'system/Observation.rs': t`Test results`,
  'system/DiagnosticReport.rs': t`Reports of results, also as PDF`,
}

/** The title of the list of apps. */
export const sayApps = (role: Role): string =>
  role === 'user' ? t`Apps that read my results` : t`Apps that read for me`

export const sayScope = (scope: AppScope): string => words[scope]
