import type { Role } from '#contract/options.ts'

export const roleWords: Readonly<Record<Role, string>> = {
  user: 'patient',
  technician: 'technician',
  admin: 'manager',
  clinician: 'clinician',
}
