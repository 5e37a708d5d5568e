import { t } from '@lingui/core/macro'
import type { Role } from '#contract/options.ts'

/** What people call the roles. */
export const roleNames: Readonly<Record<Role, string>> = {
  user: t`Patient`,
  technician: t`Technician`,
  admin: t`Manager`,
  clinician: t`Clinician`,
}
